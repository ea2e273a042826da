export const ENTITY_TYPES = [
  "person",
  "animal",
  "place",
  "organisation",
  "product",
  "title",
  "code",
  "date",
  "other",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Something a memory names. */
export interface Entity {
  name: string;
  type: EntityType;
}

/** An entity as one memory mentions it. */
export interface Mention extends Entity {
  /** The same for every way of writing the same thing, see `keys.ts`. */
  key: string;
  /** 1 named outright … 0.5 by a pronoun … less for who merely speaks. */
  weight: number;
  /** Other names by which this memory knows it, normalised. */
  aliases: readonly string[];
}

/** What one memory says of two of its entities; `is` says that they are one and the same. */
export interface Relation {
  /** Keys of mentions of the same memory. */
  from: string;
  to: string;
  relation: string;
  /** 0 … 1 */
  weight: number;
}

/** The relation of two keys that stand for the same thing. */
export const SAME = "is";

/** What a memory says about entities. */
export interface Graph {
  mentions: Mention[];
  relations: Relation[];
}
