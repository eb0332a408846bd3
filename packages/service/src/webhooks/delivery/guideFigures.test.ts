import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import { readFileSync } from "node:fs"
import { exchangeLimits } from "./deliverySettings.ts"
import { breakerRules, SLOT } from "./endpointHealth.ts"
import { MAX_ATTEMPTS, retrySchedule } from "./retrySchedule.ts"

const guide = readFileSync(
  new URL("../../../../docs/guides/partners/webhooks.md", import.meta.url),
  "utf8"
).replaceAll(/\s+/g, " ")

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

describe("what the guide Webhooks says of waits and limits is what the code does", () => {
  it.each([
    `tried again after ${retrySchedule
      .map(({ wait }) => Duration.format(wait).replace(/^1d$/, "24h").replace(/m$/, "min"))
      .map((wait) => wait.replace(/^(\d+)(\D+)$/, "$1 $2"))
      .join(", ")
      .replace(/, ([^,]+)$/, " and $1")}`,
    `**${MAX_ATTEMPTS} attempts over at least 60 hours**`,
    `After ${words[breakerRules.failuresInRow]} failures in a row`,
    `after ${Duration.toSeconds(breakerRules.firstProbe)} seconds, then after twice as long, up to ${Duration.toMinutes(breakerRules.longestWait)} minutes`,
    `at most ${Duration.toMinutes(breakerRules.longestWait)} minutes after it is back`,
    `at most one such attempt in ${words[SLOT / 1000]} seconds`,
    `no connection within ${exchangeLimits.connect / 1000} seconds, no headers within ${exchangeLimits.headers / 1000}, no end within ${exchangeLimits.whole / 1000}`
  ])("%s", (sentence) => assert.include(guide, sentence))
})
