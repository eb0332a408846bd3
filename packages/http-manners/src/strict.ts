import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as SchemaAST from "effect/SchemaAST"

const all: SchemaAST.ParseOptions = { errors: "all" }
const closed: SchemaAST.ParseOptions = { errors: "all", onExcessProperty: "error" }

/**
 * Makes an API report every issue of a request, and refuse keys that its schemas don't name, in bodies and queries.
 * Pass the result, not the original, to `HttpApiBuilder.group`, which fixes the decoding. A generated API that carries
 * these annotations needs no call.
 */
export const strict = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> =>
  api
    .annotate(HttpApi.ParseOptions, all)
    .annotate(HttpApi.PayloadParseOptions, closed)
    .annotate(HttpApi.QueryParseOptions, closed)

/** The parse options of a request's slots, as HttpApiBuilder resolves them from annotations. */
export interface SlotOptions {
  readonly headers: SchemaAST.ParseOptions
  readonly query: SchemaAST.ParseOptions
  readonly payload: SchemaAST.ParseOptions
}

/** Reads the parse options of an API, or of an endpoint's merged annotations. */
export const slotOptions = (annotations: Context.Context<never>): SlotOptions => {
  const fallback = Context.getOrUndefined(annotations, HttpApi.ParseOptions) ?? {}
  return {
    headers: Context.getOrUndefined(annotations, HttpApi.HeadersParseOptions) ?? fallback,
    query: Context.getOrUndefined(annotations, HttpApi.QueryParseOptions) ?? fallback,
    payload: Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions) ?? fallback
  }
}

/**
 * Whether bodies are closed and all issues are reported. It is checked at start, because no answer reveals lax
 * decoding.
 */
export const isStrict = (options: SlotOptions): boolean =>
  [options.headers, options.query, options.payload].every((slot) => slot.errors === "all") &&
  options.payload.onExcessProperty === "error"
