import { describe, expect, it } from "vitest"
import { bannerOf, changelogPage, comingIn, feedOf, type History } from "../src/changelog.ts"
import { fileOf } from "../src/Page.ts"

const history: History = {
  releases: [{ version: "1.1.0", published: "2027-03-01", entries: ["member-number-longer"] }],
  entries: [
    {
      id: "lookup-path-moves",
      announced: "2027-03-02",
      in_force: "2027-06-01",
      class: "breaking",
      summary: "The lookup's suggested path moves.",
      changes: {
        "fund-api": [
          {
            kind: "operation-removed",
            at: "/paths/~1v1~1employer_lookup/post",
            where: ["POST /v1/employer_lookup"]
          }
        ]
      },
      migration: "Serve both paths until then.",
      readers: ["funds"],
      release: undefined
    },
    {
      id: "member-number-longer",
      announced: "2027-01-01",
      in_force: "2027-02-01",
      class: "compatible",
      summary: "Member numbers may have 30 characters.",
      changes: {
        "partner-api": [
          { kind: "maxLength-raised", at: "/components/schemas/MemberNumber", to: "30", where: [] }
        ]
      },
      readers: ["partners"],
      release: "1.1.0"
    }
  ]
}

describe("the changelog", () => {
  it("shows what is announced before what has changed, with whom it concerns and what to do", async () => {
    const { body } = await changelogPage(history)
    expect(body).toMatch(/^\*\*Versions under 1\.0 are previews: nothing is binding\.\*\*/)
    const announced = body.indexOf("## Announced")
    const moves = body.indexOf("### lookup-path-moves")
    const changed = body.indexOf("## Changes of the contract")
    expect(announced).toBeGreaterThan(-1)
    expect([announced, moves, changed, body.indexOf("### member-number-longer")]).toEqual(
      [announced, moves, changed, body.indexOf("### member-number-longer")].toSorted((a, b) => a - b)
    )
    expect(body).toContain("**Breaking**, for funds. Announced on 2027-03-02, in force on 2027-06-01.")
    expect(body).toContain(
      `### For funds\n\n- [${history.entries[0]?.id}](#${history.entries[0]?.id}): The lookup's`
    )
    expect(body).not.toContain("### For partners")
    expect(body).toContain("Serve both paths until then.")
    expect(body).toContain("**Compatible**, for partners. Announced on 2027-01-01, in version 1.1.0.")
  })

  it("is a feed, as Atom and as JSON, with an item for each entry and release", () => {
    const feed = feedOf(history)
    const { items } = JSON.parse(feed.json1()) as { items: ReadonlyArray<{ id: string; title: string }> }
    expect(items.map(({ title }) => title)).toEqual([
      "Breaking: The lookup's suggested path moves.",
      "Member numbers may have 30 characters.",
      "Version 1.1.0"
    ])
    expect(new Set(items.map(({ id }) => id)).size).toBe(3)
    expect(feed.atom1().match(/<entry>/g)).toHaveLength(3)
    expect(feed.atom1()).toContain('rel="self" href="https://docs.embedded-super.example/changelog/atom.xml"')
  })

  it("is counted above the pages of those whom it concerns, in one line, until it is in force", () => {
    const above = (slug: string) => bannerOf(comingIn(history), slug)
    expect(above("funds/employer-lookup")).toBe(
      `1 announced change, <strong>1 breaking</strong>: <a href="../../changelog/#for-funds">what changes, and when</a>`
    )
    expect(above("index")).toContain(`href="changelog/#announced"`)
    expect(["partners/webhooks", "errors", "changelog"].map(above)).toEqual([undefined, undefined, undefined])
    expect(bannerOf(history.entries, "index")).toMatch(
      /^2 announced changes, <strong>1 breaking<\/strong>: <a /
    )
    expect(bannerOf(history.entries.slice(1), "index")).toMatch(/^1 announced change: <a /)
  })

  it("is announced in the head of the page's file, where the site's builder looks", () => {
    const page = { slug: "index", title: `A "home"`, description: "One.", body: "Text" }
    expect(fileOf(page)).toBe(`---\ntitle: "A \\"home\\""\ndescription: "One."\n---\n\nText\n`)
    expect(fileOf(page, "<b>Soon</b>")).toContain(`\nbanner: {"content":"<b>Soon</b>"}\n---\n`)
  })
})
