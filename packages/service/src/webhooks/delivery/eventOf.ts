import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Of any type each, so that one that is broken doesn't hide the other. */
const Facts = Schema.fromJsonString(
  Schema.Struct({
    event: Schema.optionalKey(Schema.Unknown),
    subject: Schema.optionalKey(Schema.Unknown)
  })
)
const factsIn = Schema.decodeOption(Facts)

const textOr = (value: unknown, otherwise: string): string => (Predicate.isString(value) ? value : otherwise)

/** The event and the subject of a stored body, which may be broken. */
export const eventOf = (body: string) => {
  const facts = Option.getOrUndefined(factsIn(body))
  return { event: textOr(facts?.event, "a webhook"), subject: textOr(facts?.subject, "entity") }
}
