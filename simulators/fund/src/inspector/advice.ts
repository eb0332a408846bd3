import type { TimelineEntryDetail } from "@embedded-super/contracts/schemas"

/** The remedy for each finding code. */
const byCode: Readonly<Record<string, string>> = {
  required: "send this field",
  unknown_property: "leave this field out, or spell it as the Fund API does",
  not_accepted: "leave this field out: the fund's profile doesn't take it",
  not_allowed: "send a value that this fund takes",
  invalid_format: "write it in the form that the Fund API shows",
  invalid_checksum: "check the digits: the checksum is wrong",
  wrong_type: "send the type that the Fund API shows",
  too_long: "make it shorter",
  too_short: "make it longer"
}

/** The remedy for calls refused with a status. */
const byStatus: Readonly<Record<number, string>> = {
  400: "Send a well-formed JSON object as the Fund API describes it. The service doesn't retry after 400.",
  401: "Correct the credentials as the sentence above says. The service doesn't call again until they are changed.",
  403: "This caller may not do this here. The service doesn't call again until its credentials are changed.",
  404: "Call an address of this fund's profile, with the version in the path.",
  405: "Call it by POST.",
  413: "Send a smaller body.",
  415: "Send Content-Type: application/json, in UTF-8.",
  429: "Wait as many seconds as Retry-After says, and call again.",
  500: "Nothing is wrong with the call. Repeat it with exponential back-off, up to 3 times.",
  503: "Nothing is wrong with the call. Repeat it with exponential back-off, up to 3 times."
}

/** The places that the fund refused: its own rules among them, which the contract doesn't know. */
const placesIn = (errors: string) =>
  errors
    .split(", ")
    .filter((error) => error !== "")
    .map((error) => {
      const [, pointer = "", code = ""] = /^(?:\S+ )?(#\S*) (\S+)$/.exec(error) ?? []
      return { pointer, code }
    })

/** How the caller corrects a refused call, as far as the contract's findings don't say it. */
export const adviceOn = ({ entry, findings }: TimelineEntryDetail): ReadonlyArray<string> => {
  const { detail, status } = entry
  const places = placesIn(detail["errors"] ?? "")
  if (places.length > 0)
    return places
      .filter(
        (place) => !findings.some(({ code, pointer }) => pointer === place.pointer && code === place.code)
      )
      .map(
        ({ code, pointer }) =>
          `${pointer}: ${byCode[code] ?? "send a value that the Fund API allows"} (${code}).`
      )
  return status !== null && status >= 400 ? [byStatus[status] ?? "See the Fund API."] : []
}
