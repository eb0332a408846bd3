import { problemTypeIn, type ServerManners } from "@embedded-super/http-manners"
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import { isSqlError } from "effect/sql/SqlError"
import { withDocsAt } from "../published/withDocsAt.ts"

/**
 * Temporary SQLSTATEs: connection exceptions, shutting down, starting, too many clients; the limits of `StatementLimits`
 * for a statement, a lock and an idle transaction; and a primary that takes no changes, as after a switch-over.
 */
const PASSING = /^(?:08|57P0[123]|53300|57014|55P03|25P03|25006)/

const codeOf = (value: unknown): string => {
  if (!Predicate.isObject(value)) return ""
  const { code, fields } = value as { readonly code?: unknown; readonly fields?: unknown }
  return Predicate.isString(code) ? code : codeOf(fields)
}

/**
 * Whether the failure's cause is that the database can't be reached now, or not in time, and not the statement itself.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  isSqlError(error) &&
  (error.reason._tag === "ConnectionError" ||
    PASSING.test(codeOf((error.reason as { cause?: unknown }).cause)))

/** The behaviour of this service's HTTP server for every request; its problems lead to the docs at this address. */
export const serverManners = (docsUrl: string): ServerManners => ({
  problemType: problemTypeIn(docsUrl),
  linkAt: (link) => withDocsAt(link, docsUrl),
  pages: ["/", "/openapi.json", "/asyncapi.json", "/docs", "/docs/*", "/about", "/about/*", "/embed/v1/*"],
  unavailable: (error) => (isDatabaseAway(error) ? Duration.seconds(5) : undefined)
})
