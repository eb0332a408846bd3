/** The gallery shows what the service can send, and nothing else: every view is one of the contract. */
import {
  EmbedEmployerAnswer,
  EmbedIntentAnswer,
  EmbedOnboardingAnswer
} from "@embedded-super/contracts/schemas"
import { isSome } from "effect/Option"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import type { Schemas } from "./examples.ts"
import { readOuts } from "./readOuts.ts"
import { scenes } from "./scenes.ts"

const decoded = {
  "GET /employer": Schema.decodeUnknownOption(EmbedEmployerAnswer),
  "GET /onboarding": Schema.decodeUnknownOption(EmbedOnboardingAnswer),
  "GET /intent": Schema.decodeUnknownOption(EmbedIntentAnswer)
}

const views = scenes.flatMap(({ answers, name }) =>
  (Object.keys(decoded) as ReadonlyArray<keyof typeof decoded>).flatMap((operation) => {
    const answer = answers[operation]
    return typeof answer === "object" && !("code" in answer) ? [{ answer, name, operation }] : []
  })
)

it("every scene shows a view that the contract allows", () => {
  expect(views.length).toBeGreaterThan(100)
  const others = views.filter(({ answer, operation }) => !isSome<unknown>(decoded[operation](answer)))
  expect(others.map(({ name }) => name)).toEqual([])
})

it("a view that offers a workflow twice isn't one", () => {
  const { answer } = views.find(({ name }) => name === "intent-job")!
  const offering = (copies: number): object => {
    const view = structuredClone(answer) as Schemas["EmbedIntentAnswer"]
    const { available_workflows: offered } = view.data
    view.data.available_workflows = Array.from({ length: copies }, () => offered[0]!)
    return view
  }
  expect(isSome(decoded["GET /intent"](offering(1)))).toBe(true)
  expect(isSome(decoded["GET /intent"](offering(2)))).toBe(false)
})

it("what a screen reader gets is kept of every scene, and of no scene that is gone", () => {
  expect([...readOuts.keys()].toSorted()).toEqual(scenes.map(({ name }) => name).toSorted())
})
