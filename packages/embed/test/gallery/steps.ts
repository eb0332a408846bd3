/** The steps of a person that lead to a scene, and the scenes of an app. */
import type { Page } from "playwright-core"
import type { Scene } from "./gallery.ts"

export type Step = (page: Page) => Promise<unknown>

/** One step after the other. */
export const steps =
  (...all: ReadonlyArray<Step>): Step =>
  async (page) => {
    for (const step of all) await step(page)
  }

export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole("button", { name }).click()

export const check =
  (label: string): Step =>
  (page) =>
    page.getByLabel(label).check()

export const fill =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label).fill(text)

/** Waits for this text. */
export const shows =
  (text: string): Step =>
  (page) =>
    page.getByText(text).first().waitFor()

export const showsHeading =
  (name: string): Step =>
  (page) =>
    page.getByRole("heading", { name }).waitFor()

/** Presses a button, and waits for what is wrong. */
export const pressWrongly = (name: string | RegExp): Step =>
  steps(press(name), (page) => page.getByRole("alert").waitFor())

/** A copy with other members. */
export const changed = <A>(value: A, change: (copy: A) => void): A => {
  const copy = structuredClone(value)
  change(copy)
  return copy
}

/** Makes scenes of an app; their names begin with `prefix`. */
export const scenesOf =
  (app: Scene["app"], prefix = "") =>
  (name: string, answers: Scene["answers"], step?: Step, language?: string): Scene => ({
    name: `${prefix}${name}`,
    app,
    answers,
    ...(step && { steps: step }),
    ...(language && { language })
  })
