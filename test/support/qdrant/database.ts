import {
  type Collection,
  type CreateCollection,
  collectionInfo,
  newCollection,
  updateCollection,
} from "./collection.ts";
import { badRequest, conflict, notFound } from "./errors.ts";

/** Everything the server keeps. */
export interface Database {
  collections: Map<string, Collection>;
  /** Name of an alias → name of a collection. */
  aliases: Map<string, string>;
}

export const newDatabase = (): Database => ({ collections: new Map(), aliases: new Map() });

const missing = (name: string) => notFound(`Collection \`${name}\` doesn't exist!`);

/** A collection by its name or by an alias of it. */
export function collectionOf(database: Database, name: string): Collection {
  const collection = database.collections.get(database.aliases.get(name) ?? name);
  if (!collection) throw missing(name);
  return collection;
}

export const exists = (database: Database, name: string): boolean =>
  database.collections.has(database.aliases.get(name) ?? name);

export function createCollection(database: Database, name: string, config: CreateCollection): boolean {
  if (!/^[^<>:"/\\|?*\p{Cc}]{1,255}$/u.test(name)) throw badRequest(`Collection name ${name} is not allowed`);
  if (database.collections.has(name)) throw conflict(`Collection \`${name}\` already exists!`);
  if (database.aliases.has(name))
    throw badRequest(`Can't create collection with name ${name}. Alias with the same name already exists`);
  database.collections.set(name, newCollection(config));
  return true;
}

export function deleteCollection(database: Database, name: string): boolean {
  const target = database.aliases.get(name) ?? name;
  for (const [alias, collection] of [...database.aliases]) if (collection === target) database.aliases.delete(alias);
  return database.collections.delete(target);
}

export function patchCollection(database: Database, name: string, patch: Record<string, unknown>): boolean {
  updateCollection(collectionOf(database, name), patch);
  return true;
}

export const infoOf = (database: Database, name: string) => collectionInfo(collectionOf(database, name));

export interface AliasAction {
  create_alias?: { collection_name: string; alias_name: string };
  delete_alias?: { alias_name: string };
  rename_alias?: { old_alias_name: string; new_alias_name: string };
}

/** All actions or none: the aliases change at one moment. */
export function changeAliases(database: Database, actions: AliasAction[]): boolean {
  const aliases = new Map(database.aliases);
  for (const { create_alias: create, delete_alias: remove, rename_alias: rename } of actions) {
    if (create) {
      if (!database.collections.has(create.collection_name)) throw missing(create.collection_name);
      if (database.collections.has(create.alias_name))
        throw conflict(`Collection \`${create.alias_name}\` already exists!`);
      aliases.set(create.alias_name, create.collection_name);
    }
    if (remove) aliases.delete(remove.alias_name);
    if (rename) {
      const target = aliases.get(rename.old_alias_name);
      if (target === undefined) throw notFound(`Alias ${rename.old_alias_name} does not exists!`);
      aliases.delete(rename.old_alias_name);
      aliases.set(rename.new_alias_name, target);
    }
  }
  database.aliases = aliases;
  return true;
}

export function aliasesOf(database: Database, collection?: string) {
  if (collection !== undefined) collectionOf(database, collection);
  return {
    aliases: [...database.aliases]
      .filter(([, target]) => collection === undefined || target === collection)
      .map(([alias, target]) => ({ alias_name: alias, collection_name: target })),
  };
}
