import * as Predicate from "effect/Predicate"
import { parsed } from "./masking/maskedBody.ts"
import { namesOurError } from "./masking/problems.ts"

/** Where the service serves the docs' page of its errors. */
const ERRORS = "/docs/errors/"

/** The entry of the docs that explains the problem in an answer's body; null if it isn't one of ours. */
export const docsUrlOf = (body: string | null): string | null => {
  const problem = body === null ? undefined : parsed(body)
  if (!namesOurError(problem) || !Predicate.isObject(problem)) return null
  const code = problem["code"]
  return Predicate.isString(code) && /^[a-z][a-z0-9_]{0,63}$/.test(code) ? `${ERRORS}#${code}` : null
}
