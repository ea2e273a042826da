import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

/** Where Qdrant's OpenAPI document is, unless QDRANT_OPENAPI names another place: beside the repository. */
const BESIDE = fileURLToPath(new URL("../../../../shared/qdrant/openapi.json", import.meta.url));

type Schema = { [key: string]: unknown };

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json"?: { schema: Schema } } };
  responses: { [status: string]: { content?: { [type: string]: { schema: Schema } } } };
}

interface Document {
  paths: { [template: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema } };
}

/** Checks traffic against the OpenAPI document; each answers what is wrong, or nothing. */
export interface Checker {
  request(method: string, template: string, query: URLSearchParams, body: unknown): string | undefined;
  answer(method: string, template: string, status: number, body: unknown): string | undefined;
}

/** The document's path, or `undefined` where it is not. */
export function openApiPath(): string | undefined {
  const path = process.env.QDRANT_OPENAPI ?? BESIDE;
  return existsSync(path) ? path : undefined;
}

/**
 * OpenAPI 3.0 to JSON Schema: `nullable` becomes the type null, and objects with named properties take no others, which
 * Qdrant's document leaves open (a misspelt option would go unseen).
 */
export function toJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toJsonSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const { nullable, example: _, ...rest } = schema as Schema;
  const converted: Schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => {
      if (key === "properties")
        return [
          key,
          Object.fromEntries(Object.entries(value as Schema).map(([name, each]) => [name, toJsonSchema(each)])),
        ];
      if (key === "$ref") return [key, String(value).replace(/^#/, "qdrant#")];
      return [key, key === "enum" || key === "default" ? value : toJsonSchema(value)];
    }),
  );
  if (converted.properties && converted.additionalProperties === undefined) converted.additionalProperties = false;
  if (nullable !== true) return converted;
  return Object.keys(rest).every((key) => key === "description")
    ? { type: "null" }
    : { anyOf: [converted, { type: "null" }] };
}

export function openApiChecker(path: string): Checker {
  const document = JSON.parse(readFileSync(path, "utf8")) as Document;
  const ajv = new Ajv({ strict: false, coerceTypes: false });
  formats.default(ajv);
  for (const name of ["uint", "uint8", "uint16", "uint32", "uint64", "int16"])
    ajv.addFormat(name, { type: "number", validate: (value: number) => Number.isInteger(value) });
  ajv.addSchema({ $id: "qdrant", components: toJsonSchema(document.components) as Schema });
  const compiled = new Map<string, ValidateFunction>();
  const problem = (key: string, schema: Schema, value: unknown): string | undefined => {
    let validate = compiled.get(key);
    if (!validate) {
      validate = ajv.compile(toJsonSchema(schema) as Schema);
      compiled.set(key, validate);
    }
    return validate(value) ? undefined : tell(validate.errors ?? []);
  };
  const operationOf = (method: string, template: string) => document.paths[template]?.[method.toLowerCase()];
  return {
    request(method, template, query, body) {
      const operation = operationOf(method, template);
      if (!operation) return `${method} ${template} is not in the OpenAPI document`;
      const key = `${method} ${template}`;
      const known = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
      for (const [name, value] of query) {
        const parameter = known.find((each) => each.name === name);
        if (!parameter) return `unknown query parameter ${name}`;
        const wrong = problem(`${key} ?${name}`, parameter.schema, typed(value));
        if (wrong) return `query parameter ${name}: ${wrong}`;
      }
      const schema = operation.requestBody?.content["application/json"]?.schema;
      if (schema) return body === undefined ? "no JSON body" : problem(key, schema, body);
      return body === undefined ? undefined : "a body where none is known";
    },
    answer(method, template, status, body) {
      const responses = operationOf(method, template)?.responses ?? {};
      const code = [String(status), status >= 400 && status < 500 ? "4XX" : "default", "default"].find(
        (each) => responses[each],
      );
      if (code === undefined) return `status ${status} is not in the OpenAPI document`;
      const schema = responses[code]?.content?.["application/json"]?.schema;
      return schema ? problem(`${method} ${template} ${code}`, schema, body) : undefined;
    },
  };
}

/** A query parameter's text as the value it stands for. */
function typed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** The most telling of AJV's errors: unknown keys first, then the deepest one. */
function tell(errors: ErrorObject[]): string {
  const depth = (error: ErrorObject) =>
    error.instancePath.split("/").length + (error.keyword === "additionalProperties" ? 0.5 : 0);
  const [worst] = [...errors].sort((one, other) => depth(other) - depth(one));
  if (!worst) return "does not fit the schema";
  const extra = worst.keyword === "additionalProperties" ? ` (${String(worst.params.additionalProperty)})` : "";
  return `${worst.instancePath || "/"} ${worst.message ?? worst.keyword}${extra}`;
}
