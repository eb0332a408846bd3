import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import { readFileSync } from "node:fs"
import { IDLE, LIFETIME } from "./EmbedSessions.ts"
import { LONGEST_VALIDITY, RELOAD_GRACE, USUAL_VALIDITY } from "./embedUrl.ts"

const guide = readFileSync(
  new URL("../../../docs/guides/partners/embedding.md", import.meta.url),
  "utf8"
).replaceAll(/\s+/g, " ")

const words = ["no", "one", "two", "three", "four", "five"]

describe("what the guide Embedding says of times is what the code does", () => {
  it.each([
    `for ${words[Duration.toMinutes(RELOAD_GRACE)]} minutes, for a reload`,
    `It can be opened for ${Duration.toMinutes(USUAL_VALIDITY)} minutes`,
    `at most ${words[Duration.toHours(LONGEST_VALIDITY)]} hours from now`,
    `${Duration.toMinutes(IDLE)} minutes idle, ${Duration.toHours(LIFETIME)} hours in all`
  ])("%s", (sentence) => assert.include(guide, sentence))
})
