/** Each form of a report, read back by a reader of its kind. report.html is read in page.long.test.ts. */
import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { describe, expect, it } from "vitest"
import { markdown } from "../src/report/summary.ts"
import { noColours, summaryText } from "../src/report/terminal/terminalReport.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import { hostile, hostileReport } from "./hostile.ts"
import { samples } from "./samples.ts"

const all = [
  ...Object.entries(samples),
  ...hostile.map((text) => [JSON.stringify(text), hostileReport(text)] as const)
]

/** Control characters but line ends, and signs that change the direction of writing. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

interface Element {
  readonly [name: string]: unknown
}

const reader = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  isArray: (name) => ["testsuite", "testcase", "property"].includes(name),
  processEntities: true,
  htmlEntities: true
})

const readJunit = (text: string) => {
  const { testsuites } = reader.parse(text) as { testsuites: Element & { testsuite: ReadonlyArray<Element> } }
  return {
    totals: testsuites,
    cases: testsuites.testsuite.flatMap(({ testcase }) => testcase as ReadonlyArray<Element>)
  }
}

describe("report.json", () => {
  it.each(all)("is a CheckReport: %s", (_, report) => {
    const read: unknown = JSON.parse(reportFiles(report)["report.json"]!)
    expect(Schema.decodeUnknownSync(S.CheckReport)(read)).toEqual(report)
  })

  it("is refused if it isn't one", () => {
    const { certificate } = samples
    expect(() => reportFiles({ ...certificate!, kit_version: "next" })).toThrow(/kit_version/)
  })
})

describe("junit.xml", () => {
  it.each(all)("is read by a parser, with a test case for each check: %s", (_, report) => {
    const text = reportFiles(report)["junit.xml"]!
    expect(XMLValidator.validate(text)).toBe(true)
    expect(text).not.toMatch(UNPRINTABLE)
    expect(readJunit(text).cases.map(({ name }) => String(name).split(" ")[0])).toEqual(
      [...Map.groupBy(report.checks, ({ group }) => group).values()].flat().map(({ id }) => id)
    )
  })

  it("fails what fails the run, and nothing else", () => {
    const { cases, totals } = readJunit(reportFiles(samples["failing"]!)["junit.xml"]!)
    expect(totals).toMatchObject({
      name: "fund-check",
      failures: "3",
      errors: "0",
      skipped: "2",
      tests: String(cases.length)
    })
    expect(
      cases
        .filter(({ failure }) => failure !== undefined)
        .map(({ failure }) => (failure as Element)["message"])
    ).toEqual([
      "The lookup of an unknown employer is answered 404.",
      "A request whose body isn't JSON is answered 500.",
      "A truncated body is answered 500."
    ])
    expect(cases.filter((one) => one["system-out"] !== undefined)).toHaveLength(1)
    const failed = cases.find(({ failure }) => failure !== undefined)
    expect((failed!["failure"] as Element)["#text"]).toContain(
      `Expected: 200 and {"employer_found": false}\nActual: 404`
    )
  })

  it("has an error for a required check that the kit could not finish", () => {
    const { cases, totals } = readJunit(reportFiles(samples["incomplete"]!)["junit.xml"]!)
    expect(totals).toMatchObject({ failures: "0", errors: "1", skipped: "1" })
    expect(cases.find(({ error }) => error !== undefined)!["error"]).toMatchObject({
      message: "The check took longer than 30 seconds, and was ended.",
      type: "MUST"
    })
  })

  it("gives back a hostile text as it was", () => {
    const text = hostile[3]!
    const { cases } = readJunit(reportFiles(hostileReport(text))["junit.xml"]!)
    expect(cases[0]!["failure"]).toMatchObject({ message: text })
  })
})

describe("summary.md", () => {
  it.each(hostile)("has no markup, mention, link or control character of a text: %j", (text) => {
    const shown = markdown(text)
    expect(shown).not.toMatch(/[\\`*[\]<>|~@!$^]|#(?!\d+;)|&(?!#\d+;)|:\/\/|www\.|\n/)
    const { "summary.md": summary } = reportFiles(hostileReport(text))
    expect(summary).not.toMatch(UNPRINTABLE)
    const outside = summary!
      .replaceAll(/^(`{3,})sh\n[^]*?\n\1$/gm, "")
      .replaceAll(/<\/?(?:details|summary)>/g, "")
    expect(outside).not.toMatch(/[<>`@[\]]|javascript:alert\(1\)\)\s*!|https?:\/\/|www\./)
    // Every row of a table has the cells of its head.
    for (const table of outside.match(/(?:^\|.*\n)+/gm) ?? []) {
      const widths = table
        .trim()
        .split("\n")
        .map((row) => row.split("|").length)
      expect(new Set(widths).size).toBe(1)
    }
  })

  it("leads to the docs that the run was told of, as report.html does, and else to none", () => {
    const failing = samples["failing"]!
    const docs_url = "https://docs.example.com/service/" as S.WebUrl
    const told = reportFiles({ ...failing, docs_url })
    const untold = reportFiles(failing)
    for (const name of ["summary.md", "report.html"]) {
      expect(told[name], name).toContain("https://docs.example.com/service/funds/checks/")
      expect(untold[name], name).not.toContain("In the docs")
    }
  })

  it("begins with the verdict, and has what to fix before what isn't proven", () => {
    const { "summary.md": summary } = reportFiles(samples["failing"]!)
    expect(summary).toMatch(/^# ❌ fund-check: Banksia Super: does not conform\n/)
    const places = [
      "## 3 findings",
      "### F1 MUST failed: The lookup",
      "### F3 MUST warning:",
      "## Not proven by this run",
      "<details>"
    ]
    const found = places.map((place) => summary!.indexOf(place))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  it("fits into a job's summary, however much there is to fix", () => {
    const long = "A long sentence. ".repeat(29)
    const failing = samples["failing"]!
    const [first] = failing.findings
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...first!,
      id: `F${index + 1}`,
      cause: long as S.ShortText,
      actual: long as S.ShortText,
      expected: long as S.ShortText,
      hint: long as S.ShortText
    }))
    const { "summary.md": summary } = reportFiles({ ...failing, findings: many })
    expect(summary!.length).toBeLessThan(1_048_576)
    expect(summary).toContain("250 more findings: see report.html.")
  })
})

describe("a certificate", () => {
  it("says in its heading how much of the kit it rests on, and what the profile rules out", () => {
    const { "report.html": page, "summary.md": summary } = reportFiles(samples["certificate"]!)
    const [, heading = ""] = /<header(.*?)<\/header>/s.exec(page!) ?? []
    expect(heading).toContain(
      "Certificate of conformance · 43 checks: 40 passed, 1 not applicable, 2 not observed"
    )
    const ruledOut = "The profile rules out 1 required check, about which the run says nothing."
    for (const text of [heading, summary]) expect(text).toContain(ruledOut)
  })
})

describe("badge.svg", () => {
  it.each([
    ["certificate", "conforms · certify · 23 November 2026"],
    ["failing", "does not conform · dev · 23 November 2026"],
    ["incomplete", "incomplete · probe · 23 November 2026"],
    ["part", "conforms in part · dev · 23 November 2026"]
  ])("names the verdict of a run that is %s, for screen readers too", (name, text) => {
    const { "badge.svg": badge } = reportFiles(samples[name]!)
    const { svg } = reader.parse(badge!) as { svg: Element }
    expect(XMLValidator.validate(badge!)).toBe(true)
    expect(svg).toMatchObject({
      role: "img",
      "aria-label": `fund-check: ${text}`,
      title: `fund-check: ${text}`
    })
    expect(badge).not.toMatch(/(?:href|src|url)\s*[=(]/)
  })
})

describe("the terminal", () => {
  it.each(hostile)("obeys no text of a report: %j", (text) => {
    expect(summaryText(hostileReport(text), 100, noColours)).not.toMatch(UNPRINTABLE)
  })
})
