import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { problemTypeIn } from "../../http-manners/src/Problem.ts"
import { errorCodes, errorsPage } from "../src/catalogues/errors.ts"
import { type Api, readApi, readSharedAnswers, slugOf } from "../src/reference/Document.ts"
import { failures } from "../../http-manners/src/failures.ts"
import { errorProofs } from "./errorProofs.ts"

const partnerApi = readApi("partner-api")
const embedApi = readApi("embed-api")
const shared = readSharedAnswers()

/** The codes of an answer's schema: those that the service can return. */
const codesOf = ({ document }: Api) =>
  Object.entries(document.components.schemas)
    .filter(([name]) => name.endsWith("Problem") || name.endsWith("RefusedProblem"))
    .flatMap(([, { properties }]) => properties?.["code"]?.enum ?? [])

const fieldCodes =
  partnerApi.document.components.schemas["FieldError"]?.properties?.["code"]?.["x-extensible-enum"] ?? []
const { body } = errorsPage(partnerApi, embedApi, shared)
const codes = errorCodes(partnerApi, embedApi, shared)
const anchors = [...body.matchAll(/^### `([a-z_]+)`$/gm)].map(([, code]) => code)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** The sentences of the service's code, with any text where a value is filled in. */
const written = globSync("../../{http-manners,service}/src/**/*.ts", { cwd: import.meta.dirname })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), "utf8").replaceAll(/["`]\s*\+\s*["`]/g, "")
    return [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, filled]) =>
      (plain ?? filled ?? "").split(/\$\{[^}]*\}/)
    )
  })
  .filter((parts) => parts.join("").length > 14)
  .map((parts) => new RegExp(`^${parts.map(escaped).join(".+")}$`))

/** The text of a code's entry. */
const entryOf = (code: string) =>
  body.split(`### \`${code}\`\n`)[1]?.split("\n## ")[0]?.split("\n### ")[0] ?? ""

/** The operations of the partner API that an entry links to, each by its id. */
const linked = (code: string) =>
  [
    ...entryOf(code)
      .replace(/^\*\*What to do.*$/m, "")
      .matchAll(/\[`(\w+)`\]\(\.\.\/reference\/partner-api\/([\w-]+)\/\)/g)
  ].map(([, name = "", slug]) => (slugOf(name) === slug ? name : `${name} leads to ${slug}`))

describe("the page of errors", () => {
  it("has an anchor for each code that the service can answer, and for no other", () => {
    expect(anchors.length).toBeGreaterThan(40)
    const ofOperations = [partnerApi, embedApi].flatMap(codesOf)
    const before = Object.values(failures).map(({ code }) => code)
    expect(anchors.toSorted()).toEqual([...new Set([...ofOperations, ...before])].toSorted())
  })

  it("is where each problem's `type` points to, wherever the docs are", () => {
    for (const docs of ["http://localhost:4000/docs", "https://docs.example.com/"]) {
      for (const { code } of codes) {
        const type = new URL(problemTypeIn(docs)(code))
        expect(type.href.startsWith(`${docs.replace(/\/$/, "")}/errors/#`)).toBe(true)
        expect(anchors).toContain(type.hash.slice(1))
      }
    }
  })

  it("says of each code its own cause, its own remedy, and what its detail is like", () => {
    for (const { cause, code, example, remedy, title } of codes) {
      expect(cause, code).toMatch(/^.{20,}[.?)]$/s)
      expect(remedy, code).toMatch(/^.{20,}[.?)]$/s)
      expect(title).not.toBe("")
      expect(example.detail).not.toBe("")
    }
    for (const texts of [codes.map(({ cause }) => cause), codes.map(({ remedy }) => remedy)]) {
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  it.each([
    ["tfn_access_not_permitted", ["getTaxFileNumber"]],
    ["tfn_not_available", ["getTaxFileNumber"]],
    [
      "employer_not_configured",
      ["completeOnboardingSessionIntent", "createOnboardingSession", "createOnboardingSessionFromIntent"]
    ],
    ["key_limit_reached", ["createProductKey"]],
    ["replay_quota_exceeded", ["replayWebhookDeliveries", "replayWebhookDelivery"]],
    ["webhook_not_paused", ["resumeProductWebhook"]]
  ])("names as those that return %s the operations that do, as links", (code, operations) => {
    expect(linked(code)).toEqual(operations)
  })

  it("names for each code the operations whose specs list it, and no code without one", () => {
    expect(codes.filter(({ isOfPaths }) => isOfPaths).map(({ code }) => code)).toEqual([
      "method_not_allowed",
      "request_timeout",
      "expectation_failed",
      "headers_too_large"
    ])
    for (const { code, embedOperations, isOfPaths, operations } of codes) {
      expect([...operations, ...embedOperations].length > 0 || isOfPaths, code).toBe(true)
      if (operations.length > 0) expect(linked(code).slice(-operations.length), code).toEqual(operations)
    }
  })

  it("has the codes that no operation of the partner API answers apart, and no other", () => {
    const apart = [...(body.split("## Codes of the embeds")[1] ?? "").matchAll(/^### `(\w+)`$/gm)]
    expect(apart.map(([, code]) => code)).toEqual(
      codes
        .filter(({ isOfPaths, operations }) => operations.length === 0 && !isOfPaths)
        .map(({ code }) => code)
    )
    expect(apart.length).toBeGreaterThan(5)
  })

  it("has a test that makes each code happen", () => {
    expect(Object.keys(errorProofs).toSorted()).toEqual(codes.map(({ code }) => code).toSorted())
    for (const [code, test] of Object.entries(errorProofs)) {
      const text = readFileSync(new URL(`../../../${test}`, import.meta.url), "utf8")
      expect(text.includes(`"${code}"`), `${test} doesn't expect ${code}`).toBe(true)
    }
  })

  it("shows for each code a detail as the service writes it", () => {
    const invented = codes.filter(({ example }) => !written.some((form) => form.test(example.detail)))
    expect(invented.map(({ code, example }) => `${code}: ${example.detail}`)).toEqual([])
  })

  it("has an anchor for each code of a field", () => {
    expect(fieldCodes.length).toBeGreaterThan(20)
    for (const code of fieldCodes) expect(body).toContain(`id="field-${code}"`)
  })
})
