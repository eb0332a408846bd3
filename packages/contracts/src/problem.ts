import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as ErrorReporter from "effect/ErrorReporter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

const contentType = "application/problem+json"

type Declaration<Status extends number, Code extends string> = {
  readonly status: Status
  /** The prefix of the code in `type`. */
  readonly typeBase: string
  /** The title of each code. The set of codes is closed. */
  readonly titles: Readonly<Record<Code, string>>
}

type Members<Status extends number, Code extends string> = {
  readonly type: Schema.withConstructorDefault<Schema.String>
  readonly title: Schema.withConstructorDefault<Schema.String>
  readonly status: Schema.tag<Status>
  readonly code: Schema.Literals<ReadonlyArray<Code>>
}

type Body<Status extends number, Code extends string, Fields extends Schema.Struct.Fields> = Schema.Struct<
  Members<Status, Code> & Fields
>

/** The class of one problem response. `body` is the body that is sent; header values are members of the class only. */
export interface ProblemClass<
  Self,
  Tag extends string,
  Status extends number,
  Code extends string,
  Fields extends Schema.Struct.Fields,
  Headers extends Schema.Struct.Fields
> extends Schema.Class<
  Self,
  Schema.Struct<Members<Status, Code> & Fields & Headers>,
  Cause.YieldableError & HttpServerRespondable.Respondable & { readonly _tag: Tag }
> {
  readonly body: Body<Status, Code, Fields>
}

/**
 * A problem (RFC 9457) as an error class: `new NotFound({ code: "not_found", detail: "…" })`. `type` and `title` follow
 * from the code; `instance` and `request_id` are set when it is sent, so that handlers don't need them. It is answered
 * with its status and `application/problem+json`, whether an endpoint declares it or not. `headers` maps members of the
 * class to the response headers that carry them.
 */
export const Problem =
  <Self>() =>
  <
    const Tag extends string,
    const Status extends number,
    const Code extends string,
    const Fields extends Schema.Struct.Fields,
    const Headers extends Schema.Struct.Fields = {}
  >(
    tag: Tag,
    declaration: Declaration<Status, Code>,
    fields: Fields,
    headers?: Headers
  ): ProblemClass<Self, Tag, Status, Code, Fields, Headers> => {
    const members = {
      type: Schema.String,
      title: Schema.String,
      status: Schema.tag(declaration.status),
      code: Schema.Literals(Object.keys(declaration.titles)),
      ...fields
    }
    const body = Schema.Struct(members).pipe(
      HttpApiSchema.status(declaration.status),
      HttpApiSchema.asJson({ contentType })
    )
    const encode = Schema.encodeUnknownEffect(body)
    const Base = Schema.Error<any, {}>(tag)(Schema.Struct({ ...members, ...headers }), {
      description: tag,
      httpApiStatus: declaration.status,
      "~httpApiEncoding": { _tag: "Json", contentType }
    }) as unknown as new (...args: ReadonlyArray<any>) => object

    class ProblemError extends Base {
      static readonly body = body
      constructor(input: { readonly code: Code }, options?: { readonly "~payload"?: unknown }) {
        const derived = { type: declaration.typeBase + input.code, title: declaration.titles[input.code] }
        super(options?.["~payload"] === undefined ? { ...derived, ...input } : input, options)
      }
    }
    Object.assign(ProblemError.prototype, {
      _tag: tag,
      [ErrorReporter.ignore]: declaration.status < 500,
      [HttpServerRespondable.symbol](this: Record<string, unknown>) {
        return Effect.map(encode(this), (json) =>
          HttpServerResponse.jsonUnsafe(json, {
            status: declaration.status,
            contentType,
            headers: Object.fromEntries(
              Object.keys(headers ?? {}).map((member) => [member.replaceAll("_", "-"), String(this[member])])
            )
          })
        )
      }
    })
    Object.defineProperty(ProblemError.prototype, "message", {
      configurable: true,
      get(this: { readonly detail?: string; readonly title: string }) {
        return this.detail ?? this.title
      }
    })
    return ProblemError as never
  }
