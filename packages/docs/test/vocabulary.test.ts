/** A page that speaks of what the specs don't have isn't built. */
import { expect, it } from "vitest"
import { allPages } from "../src/pages.ts"
import { checkWords, readVocabulary, unknownIn } from "../src/vocabulary.ts"

const vocabulary = readVocabulary()
const pageOf = (body: string, slug = "partners/webhooks") => ({ slug, title: "", description: "", body })

it("every page speaks of what there is", async () => {
  const pages = await allPages()
  expect(pages.length).toBeGreaterThan(150)
})

it.each([
  ["an operation", "Call `createEmployee` first.", ["createEmployee"]],
  ["a call", "Send `POST /api/v1/employees`, or `GET /api/v1/employers/{id}`.", ["POST /api/v1/employees"]],
  [
    "an event",
    "Then `employer_settings_modified` comes, or `employer_settings_changed`.",
    ["employer_settings_modified"]
  ],
  ["an error code", "The answer is `fund_not_found` or `fund_not_linked`.", ["fund_not_found"]],
  ["a state", "It is `pending_choice`; before it was `pending_completion`.", ["pending_choice"]],
  ["what a sample has", "```sh\nlet `some_thing`\n```\nand `remote_id`", []]
])("%s that isn't in the specs is found", (_, body, unknown) => {
  expect(unknownIn(pageOf(body), vocabulary)).toEqual(unknown)
  if (unknown.length > 0)
    expect(() => checkWords([pageOf(body)])).toThrow(`partners/webhooks: \`${unknown[0]}\``)
})

it("a decision may speak of what was before", () => {
  expect(unknownIn(pageOf("It was `fund_not_found`.", "decisions/funds"), vocabulary)).toEqual([])
})
