/** The pages of the kits' checks: what reports link to, and what they show of the simulators' faults. */
import { docsAddress } from "@embedded-super/check"
import { webhookEvents } from "@embedded-super/contracts/webhook-events"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { checkPages } from "../src/catalogues/checks.ts"
import { kits } from "../src/kits.ts"
import { plainText } from "../src/Page.ts"
import { readDecisions } from "../src/readDecisions.ts"
import { sidebar } from "../src/sidebar.ts"

const decisions = await readDecisions()

const idsIn = (body: string) => [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

describe.each(kits.map((kit) => [kit.name, kit] as const))("the pages of %s", (_, kit) => {
  const pages = checkPages(kit, decisions)
  const bodyAt = (slug: string) => pages.find((page) => page.slug === slug)?.body ?? ""

  it("have an anchor for each check, where the kit's reports lead to, and no other", () => {
    const checks = kit.groups.flatMap(({ checks }) => checks)
    for (const { hint, id, title } of checks) {
      const { hash, pathname } = new URL(docsAddress("https://docs.example.com", kit.name, id))
      const body = bodyAt(pathname.replace(/^\/|\/$/g, ""))
      expect(idsIn(body), id).toContain(hash.slice(1))
      for (const text of [hint, title.replace(/\.$/, "")])
        expect(body, id).toContain(text.replaceAll("<", "&lt;").replaceAll("*", "\\*"))
    }
    expect(pages.flatMap(({ body }) => idsIn(body))).toHaveLength(checks.length)
  })

  it("show each mistake once, with the sentence about it, at the check that names it", () => {
    for (const { finding, killedBy, name } of kit.mistakes) {
      const slug = new URL(
        docsAddress("https://docs.example.com", kit.name, killedBy[0] ?? "")
      ).pathname.replace(/^\/|\/$/g, "")
      const [, section = ""] = bodyAt(slug).split(`id="${killedBy[0]}"`)
      const says = finding.replace(/^(?:fail|warn): /, "")
      expect(section.split("\n## ")[0], name).toMatch(new RegExp(`^\\|.*\\(\\*${name}\\*\\)`, "m"))
      expect(section.split("\n## ")[0]?.replaceAll("&lt;", "<"), name).toContain(`“${says}”`)
    }
  })

  it("show the fix of each mistake beside it, where the check's own is for another", () => {
    for (const { fixes: own, hint, id } of kit.groups.flatMap(({ checks }) => checks))
      for (const { finding, killedBy, name } of kit.mistakes) {
        const fix = { ...kit.fixes, ...own }[finding.replace(/^(?:fail|warn): /, "")]
        if (killedBy[0] !== id || fix === undefined || fix === hint) continue
        const [row = ""] = pages.flatMap(
          ({ body }) => body.match(new RegExp(`^\\|.*\\(\\*${name}\\*\\).*`, "m")) ?? []
        )
        expect(row, name).toContain(plainText(fix))
      }
  })

  it("say how good the kit is, in numbers that are counted", () => {
    const [index] = pages
    expect(index?.body).toContain(`tested against ${kit.mistakes.length} wrong servers`)
    expect(index?.body).toContain(`Of the ${kit.correct + 1} correct`)
    expect(index?.body.includes("| schemathesis 4.32.0 | 118 of 237 |")).toBe(kit.name === "fund-check")
  })

  it("are all in the sidebar, in the kit's order", () => {
    const listed = JSON.stringify(sidebar).match(/\/(?:funds|partners)\/checks\/[a-z]*/g) ?? []
    const ours = pages.map(({ slug }) => `/${slug}${slug.endsWith("checks") ? "/" : ""}`)
    expect(listed.filter((link) => ours.includes(link))).toEqual(ours)
  })
})

/** The first cells of a guide's table: all that is code in them. */
const firstCellsOf =
  (path: string) =>
  (heading: string): ReadonlyArray<string> => {
    const guide = readFileSync(new URL(`../guides/${path}`, import.meta.url), "utf8")
    const [, rows = ""] = guide.split(new RegExp(`^\\| ${heading} .*\\n\\|[- |]+\\n`, "m"))
    return [...rows.split("\n\n")[0]!.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)
    )
  }

describe("the guide for partners", () => {
  const firstCells = firstCellsOf("partners/check-your-receiver.md")

  it("explains each event that the kit sends", () => {
    expect(firstCells("Event").toSorted()).toEqual(Object.keys(webhookEvents).toSorted())
  })

  it("explains each declaration, and what a certificate needs of it", () => {
    const settings = new URL("../../../specs/partner-files/partner-check.yaml", import.meta.url)
    const { PartnerCheckDeclaration } = parse(readFileSync(settings, "utf8")) as {
      readonly PartnerCheckDeclaration: { readonly properties: object }
    }
    expect(firstCells("`declared`")).toEqual(Object.keys(PartnerCheckDeclaration.properties))
  })
})

describe("the guide for funds", () => {
  const firstCells = firstCellsOf("funds/check-your-endpoint.md")

  it("says which status to answer, and that 422 is none of them", () => {
    const guide = readFileSync(new URL("../guides/funds/check-your-endpoint.md", import.meta.url), "utf8")
    const [, section = ""] = guide.split("## Which status to answer")
    for (const status of ["200", "201", "204", "400", "401", "403", "429", "5xx", "422"])
      expect(section.split("\n## ")[0]).toContain(status)
  })

  it("explains both kinds of idempotency", () => {
    const profile = new URL("../../../specs/fund-files/fund-profile.yaml", import.meta.url)
    const { FundProfile } = parse(readFileSync(profile, "utf8")) as {
      readonly FundProfile: { readonly properties: { readonly idempotency: { readonly enum: object } } }
    }
    expect(firstCells("`idempotency`")).toEqual(FundProfile.properties.idempotency.enum)
  })

  it("explains each field of the test data, each file of a report, and each mode", () => {
    const profile = new URL("../../../specs/fund-files/fund-profile.yaml", import.meta.url)
    const { FundCheckSettings } = parse(readFileSync(profile, "utf8")) as {
      readonly FundCheckSettings: { readonly properties: object }
    }
    expect(firstCells("Field")).toEqual(Object.keys(FundCheckSettings.properties))
    const files = readFileSync(
      new URL("../../check/src/report/writeReports.ts", import.meta.url),
      "utf8"
    ).matchAll(/^ {4}"([a-z]+\.[a-z]+)": /gm)
    expect(firstCells("File").toSorted()).toEqual([...files].map(([, name]) => name).toSorted())
    const modes = kits[0]?.groups.flatMap(({ checks }) => checks.flatMap((check) => check.modes))
    expect(firstCells("`--mode`").toSorted()).toEqual([...new Set(modes)].toSorted())
  })
})
