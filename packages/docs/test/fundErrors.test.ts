/** The errors that a fund answers: on each operation's page its own, explained on the fund API's page of errors. */
import { describe, expect, it } from "vitest"
import { allPages } from "../src/pages.ts"
import { operationAddress } from "../src/reference/Document.ts"
import { ownAnswers, ownCodes, ownErrorsSlug } from "../src/reference/ownErrors.ts"
import { readReferences } from "../src/reference/references.ts"

const api = readReferences().find(({ areErrorsOwn }) => areErrorsOwn)!.api
const pages = new Map((await allPages()).map((page) => [`${page.slug}/`, page.body]))
const bodyOf = (slug: string) => pages.get(slug) ?? ""
const pageOf = (operationId: string) => bodyOf(operationAddress("fund-api", operationId))
const errorsOn = (operationId: string) =>
  pageOf(operationId).split("\n## Errors\n")[1]?.split("\n## ")[0] ?? ""
const errors = bodyOf(`${ownErrorsSlug("fund-api")}/`)
/** A text without its links to the glossary. */
const unlinked = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")

describe("the errors of the fund API", () => {
  it("have an anchor for each code, where every page for funds leads to, and none on the partners' page", () => {
    const anchors = [...errors.matchAll(/^### `(\w+)`$/gm)].map(([, code]) => code)
    expect(anchors).toEqual([...ownCodes(api)])
    for (const [slug, body] of pages) {
      if (!/^(funds|reference\/fund-api)\//.test(slug)) continue
      for (const [, where = "", code = ""] of body.matchAll(/\]\((\S*)errors\/#(\w+)\)/g))
        if (ownCodes(api).has(code)) expect(where, `${slug} ${code}`).toMatch(/reference\/fund-api\/$/)
    }
  })

  it.each(api.operations)(
    "are on the page of $operationId: each status once, with its own meaning",
    (operation) => {
      const shown = [
        ...errorsOn(operation.operationId).matchAll(/^- \*\*(\d{3})\*\* \S.* {2}\n {2}(\S.+)$/gm)
      ]
      const answers = ownAnswers(api, operation)
      expect(shown.map(([, status, meaning = ""]) => [status, unlinked(meaning)])).toEqual(
        answers.map(({ description, status }) => [status, description])
      )
      for (const { description } of answers) expect(unlinked(errors)).toContain(description)
    }
  )

  it("of a lookup and of details don't speak of members", () => {
    for (const operationId of ["lookUpEmployer", "receiveEmployerDetails"])
      expect(errorsOn(operationId)).not.toMatch(/member|regist/i)
    expect(errorsOn("lookUpEmployer")).toContain('answer 200 and `{"employer_found": false}`')
  })

  it.each([
    ["registerMember", "member-registration"],
    ["lookUpEmployer", "employer-lookup"],
    ["receiveEmployerDetails", "employer-details"]
  ])("%s names a fund's guides first, its own among them", (operationId, guide) => {
    const [, guides = ""] = pageOf(operationId).split("\n## Guides\n")
    const slugs = [...guides.matchAll(/^- \[.*\]\((?:\.\.\/)+(\S+)\/\)$/gm)].map(([, slug]) => slug ?? "")
    expect(slugs).toContain(`funds/${guide}`)
    const isOfFunds = slugs.map((slug) => slug.startsWith("funds/"))
    expect(isOfFunds).toEqual(isOfFunds.toSorted((one, other) => Number(other) - Number(one)))
  })
})
