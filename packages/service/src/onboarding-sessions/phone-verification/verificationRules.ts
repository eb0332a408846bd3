import * as Duration from "effect/Duration"

/** The limits of phone verification (domain 3.4): a code can't be guessed, and nobody's phone is flooded. */
export const RULES = {
  digits: 6,
  /** Wrong codes that end a code. */
  attempts: 3,
  validFor: Duration.toMillis(Duration.minutes(10)),
  /** Between two codes of a session. */
  pause: Duration.toMillis(Duration.seconds(30)),
  /** After the last attempt was wrong. */
  longPause: Duration.toMillis(Duration.minutes(10)),
  /** Codes of one session in all. */
  codes: 10
} as const

/** When the next code may be requested, after one was sent or its last attempt was wrong. */
export const nextAt = (at: Date, attemptsLeft: number) =>
  new Date(at.getTime() + (attemptsLeft === 0 ? RULES.longPause : RULES.pause))
