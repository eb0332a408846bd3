import type { Pointer } from "../documents/pointer.ts"
import type { Operation } from "../model/Api.ts"
import { type Json, textOf } from "../documents/json.ts"
import type { Context } from "./Context.ts"

const day = (context: Context, json: Json, key: string, at: Pointer): Date | undefined => {
  if (json[key] === undefined) return undefined
  const text = textOf(json[key]) ?? ""
  const moment = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && moment.toISOString().startsWith(text)) return moment
  context.report("unsupported_operation", [...at, key], `${key} is a day, as in "2027-03-01"`)
  return undefined
}

/**
 * The deprecation and the sunset of an operation (`x-deprecated-since` and `x-sunset`, each the beginning of a day in
 * UTC), and the page that documents them, `x-changelog`. They come from the entries of specs/changes
 * (documents/deprecations.ts).
 */
export const parseRetirement = (context: Context, json: Json, at: Pointer): Operation["retirement"] => {
  const since = day(context, json, "x-deprecated-since", at)
  const sunset = day(context, json, "x-sunset", at)
  if ((json["x-deprecated-since"] === undefined) !== (json["deprecated"] !== true)) {
    context.report(
      "unsupported_operation",
      at,
      "what is deprecated has an entry in specs/changes, which says since when"
    )
  }
  if (json["x-sunset"] !== undefined && json["x-deprecated-since"] === undefined) {
    context.report("unsupported_operation", [...at, "x-sunset"], "what ends was deprecated before")
  }
  if (since === undefined) return undefined
  const changelog = textOf(json["x-changelog"])
  if (sunset !== undefined && sunset < since) {
    context.report("unsupported_operation", [...at, "x-sunset"], "nothing ends before it is deprecated")
  }
  return {
    deprecation: `@${since.getTime() / 1000}`,
    ...(sunset === undefined ? {} : { sunset: sunset.toUTCString() }),
    ...(changelog === undefined ? {} : { link: linkTo(changelog, sunset !== undefined) })
  }
}

/** The relations of RFC 9745, 3 and of RFC 8594, 6: one entry documents both the deprecation and the sunset. */
const linkTo = (changelog: string, ends: boolean): string =>
  ["deprecation", ...(ends ? ["sunset"] : [])]
    .map((relation) => `<${changelog}>; rel="${relation}"; type="text/html"`)
    .join(", ")
