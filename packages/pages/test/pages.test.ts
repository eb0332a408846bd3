/** The HTML of the parts. The look and the script are for the gallery. */
import { gzipSync } from "node:zlib"
import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import {
  boards as boardsPart,
  entryDetail,
  filterIn,
  levers,
  oddIn,
  policy,
  script,
  story as storyPart,
  timeLine,
  timeLineParts,
  waiting
} from "../src/pages/index.ts"
import {
  again,
  againRefused,
  boards,
  detail,
  employers,
  entries,
  frame,
  fundFrame,
  leverDetail,
  manyEntries,
  scene,
  session,
  story,
  work
} from "./gallery/examples.ts"
import { scenes } from "./gallery/scenes.ts"

/** The text that a reader sees. */
const readOf = ({ text }: { readonly text: string }): string =>
  text
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")

const listed = { entries, filter: {}, hasOlder: false }

describe("every page", () => {
  it.each(scenes.map((one) => [one.name, one] as const))("%s has nothing inline", (_, { html: { text } }) => {
    expect(text).not.toMatch(/<[^>]*\sstyle=/)
    expect(text).not.toMatch(/<[^>]*\son[a-z]+=/)
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(text).not.toContain("<style")
  })

  it("forbids everything but its own files", () => {
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
  })

  it("shows hostile texts as text, wherever they come from", () => {
    const nasty = Schema.decodeSync(S.ShortText)(`"><script>alert(1)</script>`)
    const entry = {
      ...entries[0]!,
      summary: nasty,
      from: nasty,
      to: nasty,
      path: nasty,
      detail: { [nasty]: nasty },
      about: entries[0]!.about.map((one) => ({ ...one, kind: nasty }))
    }
    const message = { headers: { [nasty]: nasty }, body: `</textarea></pre>${nasty}` }
    const hostileFrame = {
      ...frame,
      name: nasty,
      workbench: {
        ...frame.workbench,
        sources: frame.workbench.sources.map((one) => ({ ...one, name: nasty, url: nasty, detail: nasty }))
      }
    }
    const waits = work.map((one) => ({ ...one, what: nasty, because: nasty, resumes: nasty }))
    const parts = [
      timeLine(hostileFrame, { ...listed, entries: [entry], filter: { text: nasty, about: nasty } }, [nasty]),
      timeLineParts(hostileFrame, { ...listed, entries: [entry] }),
      entryDetail(frame, {
        ...detail,
        entry,
        request: message,
        answer: message,
        curl: nasty,
        caused_by: [entry],
        findings: detail.findings.map((one) => ({ ...one, detail: nasty }))
      }),
      entryDetail(frame, detail, { edited: `</textarea>${nasty}` }),
      storyPart(frame, {
        ...story,
        title: nasty,
        waits,
        steps: [{ gap: nasty, depth: 0, entry }]
      }),
      boardsPart(
        frame,
        boards.map((one) => ({ ...one, title: nasty }))
      ),
      waiting(frame, waits),
      levers(frame, {
        employers: [{ id: nasty, name: nasty }],
        faults: [{ fund: nasty, lines: [nasty] }],
        recent: [entry],
        lastSeq: 1,
        scene: { ...scene, document: nasty }
      })
    ]
    for (const { text } of parts) {
      expect(text).toContain("&lt;script&gt;")
      expect(text).not.toContain("<script")
    }
  })

  it("has a script of less than 15 kB, as browsers get it", () => {
    const bytes = gzipSync(script, { level: 9 }).length
    console.log(`script of the Workbench, gz: ${(bytes / 1000).toFixed(2)} kB of 15 kB`)
    expect(bytes).toBeGreaterThan(1000)
    expect(bytes).toBeLessThan(15_000)
  })
})

describe("the time line", () => {
  it("says of each entry when, who, what and how it went, in words", () => {
    const text = readOf(timeLine(frame, listed, []))
    expect(text).toMatch(
      /03:06:16 \+4 s .*tries again in 25 s \(retry 2 of 3\)\. 503 Failed Embedded Super → to Banksia Super/
    )
    expect(text).toContain("POST /v1/member_registration")
    expect(text).toContain("Sat, 21 Nov 2026")
    for (const word of ["OK", "Refused", "Failed", "Waiting", "Stopped", "Changed", "Noted"])
      expect(text).toContain(word)
  })

  it("keeps the order of the answer", () => {
    const { text } = timeLineParts(frame, listed)
    const shown = [...text.matchAll(/<li id="e(\d+)"/g)].map(([, seq]) => Number(seq))
    const own = entries.filter(({ source }) => source !== "fund")
    expect(shown).toEqual(own.map(({ seq }) => seq))
  })

  it("shows what both sides of a call noted in one row", () => {
    const text = readOf(timeLineParts(frame, listed))
    expect(text).toMatch(/Banksia Super registered N\. O\..* The fund 201 OK Registered N\.O\. as member/)
  })

  it("leads from each id to everything about the thing", () => {
    expect(timeLineParts(frame, listed).text).toContain(`href="/_workbench/pages/things/${session.id}"`)
    expect(timeLineParts(fundFrame, listed).text).toContain(`href="/simulator?about=${session.id}"`)
  })

  it("leads to older entries, and back, with the same filter", () => {
    const filter = filterIn(new URLSearchParams("outcome=good&older_than=9"))
    const { text } = timeLineParts(frame, { entries: manyEntries(2), filter, hasOlder: true })
    expect(text).toContain(`href="/?outcome=good&amp;older_than=100001"`)
    expect(text).toContain(`href="/?outcome=good"`)
    expect(timeLineParts(frame, listed).text).not.toContain("older_than")
  })

  it("shows a simulator without links to pages that it doesn't have", () => {
    const { text } = timeLine(fundFrame, { ...listed, entries: [] }, [])
    expect(text).toContain("Nothing has happened yet")
    expect(text).not.toContain("levers")
    expect(text).not.toContain("Noted by")
  })
})

describe("an entry", () => {
  it("has request, answer, command, verdict, docs, requirement, cause and effects", () => {
    const text = readOf(entryDetail(frame, detail))
    for (const part of [
      "Request",
      "n•••@•••.au",
      "Answer",
      "service_unavailable",
      "curl -X POST",
      "In the answer, #/title : Send this field",
      "R-7-1",
      "Caused by",
      "The member registration at Banksia Super began.",
      "Followed by",
      "The member registration waits until"
    ])
      expect(text).toContain(part)
    expect(entryDetail(frame, detail).text).toContain(`href="/docs/errors/service-unavailable"`)
  })

  it("is sent again, as it was or edited, if its offer allows it", () => {
    const action = `action="/_workbench/pages/entries/${detail.entry.seq}/again"`
    const { text } = entryDetail(frame, detail)
    expect(text.split(action)).toHaveLength(3)
    expect(text).toContain(`name="body"`)
    const fixed = entryDetail(frame, { ...detail, again: { ...detail.again, can_edit: false } }).text
    expect(fixed.split(action)).toHaveLength(2)
    expect(fixed).not.toContain(`name="body"`)
    const sent = entryDetail(frame, { ...detail, again: leverDetail.again })
    expect(sent.text).not.toContain(action)
    expect(readOf(sent)).toContain("Only calls can be sent again.")
  })

  it("shows how both answers differ", () => {
    const text = readOf(entryDetail(frame, detail, { again }))
    expect(text).toContain("Sent again: 201 in 9 ms")
    expect(text).toContain("/member_details/member_number – 10 ••• 012")
    expect(readOf(entryDetail(frame, detail, { again: { ...again, differences: [] } }))).toContain(
      "Both answers are the same."
    )
  })

  it("shows what was edited, and the sentences of two refusals beside each other", () => {
    const text = readOf(entryDetail(frame, detail, { again: againRefused }))
    expect(text).toMatch(/What was edited Place Sent before Sent now #\/abn ••• ••• \(another value\)/)
    expect(text).toMatch(
      /Before: 422 in 6 ms Validation failed 2 fields can't be used\. errors names them\. #\/abn : An ABN has 11 digits.* Now: 409 in 1 s Conflict Another employer has this remote_id\./
    )
    expect(text).toContain("All 3 places where they differ")
    expect(readOf(entryDetail(frame, detail, { again: { ...againRefused, edits: [] } }))).toContain(
      "Nothing: the body is the same as before."
    )
    expect(readOf(entryDetail(frame, detail, { again }))).not.toContain("What was edited")
  })

  it("shows of another party's refusal what isn't masked, and says so if that is nothing", () => {
    const body = (value: object) => ({ headers: {}, body: JSON.stringify(value) })
    const shownOf = (value: object) =>
      readOf(
        entryDetail(frame, detail, {
          again: { ...againRefused, now: { ...againRefused.now, message: body(value) } }
        })
      )
    expect(shownOf({ title: "•••", status: 409, code: "taken" })).toMatch(/Now: 409 in 1 s taken /)
    expect(shownOf({ title: "•••", status: 409 })).toContain("An error without a sentence that can be shown.")
    expect(shownOf({ data: { id: "1" } })).toMatch(/Now: 409 in 1 s No error\./)
  })

  it("has no verdict and nothing to send if it was no call", () => {
    const text = readOf(entryDetail(frame, leverDetail))
    expect(text).not.toContain("contract")
    expect(text).not.toContain("Send again")
    expect(text).toContain("a person or another program began it")
  })
})

describe("the other views", () => {
  it("a story explains its gaps between the steps, in causal order", () => {
    const text = readOf(storyPart(frame, story))
    expect(text).toMatch(
      /retry 1 of 3\)\..*Waits 4 s, retry 1 of 3.*\+4 s.*retry 2 of 3\)\..*Waits 25 s, retry 2 of 3 /
    )
    expect(text).toContain(
      "pending completion What can happen next registration settled → leads to completed"
    )
    expect(storyPart(frame, story).text).toContain("deep-3")
  })

  it("boards show each state with its cards, and how many more there are", () => {
    const text = readOf(boardsPart(frame, boards))
    expect(text).toContain("Pending completion 61 here")
    expect(text).toContain("And 59 that aren't listed.")
    expect(text).toContain("It waits for the member number of Banksia Super.")
    expect(text).toContain("No further state: this is the end.")
    expect(text).toContain("Employer lists None yet. Show the states")
    expect(text).toContain("Completed 8 here")
    expect(text).toContain("3 older")
  })

  it("waiting work says until when, or what makes it go on", () => {
    const text = readOf(waiting(frame, work))
    expect(text).toContain("03:09:00 in 1 min 48 s By itself.")
    expect(text).toContain("No time set The lever “Accept them”, or admin fund credentials banksia .")
    expect(waiting(frame, work).text).toContain("<code>admin fund credentials banksia</code>")
  })

  it("a scene can begin at an entry: its page leads to the form, which has the position", () => {
    expect(entryDetail(frame, detail).text).toContain(
      `href="/_workbench/pages/levers?first_seq=${detail.entry.seq}#scene"`
    )
    expect(entryDetail(fundFrame, detail).text).not.toContain("first_seq")
    const shown = { employers, faults: [], recent: entries.slice(-1), lastSeq: 42 }
    const first = (text: string) => /name="first_seq"[^>]*value="(\d+)"/s.exec(text)?.[1]
    expect(first(levers(frame, { ...shown, firstSeq: 17 }).text)).toBe("17")
    // By default it begins at the oldest lever of those that were pulled lately.
    expect(first(levers(frame, shown).text)).toBe(String(entries.at(-1)!.seq))
    expect(first(levers(frame, { ...shown, recent: [] }).text)).toBe("1")
  })

  it("the command that runs a scene works as it is written", () => {
    const shown = { employers, faults: [], recent: [], lastSeq: 42, scene }
    expect(readOf(levers(frame, { ...shown, dataDir: "/tmp/x" }))).toContain(
      `npx --yes pnpm@12.21.0 scene ${scene.file_name} --data-dir /tmp/x`
    )
    expect(readOf(levers(frame, { ...shown, dataDir: "/tmp/it's" }))).toContain(
      `--data-dir '/tmp/it'"'"'s'`.replaceAll('"', "&quot;")
    )
  })

  it("what a query's value isn't is said above the list", () => {
    const odd = oddIn(new URLSearchParams("outcome=zzz&limit=0&text="))
    const text = readOf(timeLine(frame, { ...listed, odd }, []))
    expect(text).toContain("outcome=zzz is left out")
    expect(text).toContain("limit=0 is left out")
    expect(text).not.toContain("text=")
  })

  it("levers offer each preset, and what is set now", () => {
    const { text } = levers(frame, { employers, faults: [], recent: entries.slice(-1), lastSeq: 42 })
    for (const name of [
      "503_twice",
      "429_30",
      "slow",
      "broken_json",
      "lose_answer",
      "none",
      "500_twice",
      "5d",
      "refused",
      "stale"
    ])
      expect(text).toContain(`name="preset" value="${name}"`)
    expect(text).toContain(`value="42"`)
    expect(readOf({ text })).toMatch(/No fault is set now\..*Pulled lately .*A lever was pulled/)
  })
})
