import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** A flag for a port, from 0 (any free one) to 65535. Anything else is refused in one sentence that says so. */
export const portFlag = (name: string): Flag.Flag<number> =>
  Flag.String(name).pipe(
    Flag.filterMap(
      (text) => (isPort(text) ? Option.some(Number(text)) : Option.none()),
      () => "Expected a port, a whole number from 0 to 65535"
    ),
    Flag.withMetavar("PORT")
  )
