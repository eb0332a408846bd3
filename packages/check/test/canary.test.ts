/** No form of a report holds a key, a tax file number or a person's data, wherever a run met them. */
import { describe, expect, it } from "vitest"
import { canaries, TFN, zephyrine } from "@embedded-super/program/testing/zephyrine"
import { withholdingOf } from "../src/exchange/withholding.ts"
import { reportFiles } from "../src/report/writeReports.ts"
import { call, sample, SECRET } from "./samples.ts"

const person = zephyrine()

const base64 = (text: string): string => Buffer.from(text).toString("base64")
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")

/** The number in the spellings that a server or a log may give it. */
const spellings: Readonly<Record<string, string>> = {
  plain: TFN,
  spaced: "459 599 230",
  "with hyphens": "459-599-230",
  "with points": "459.599.230",
  "digit by digit": [...TFN].join(" "),
  "with percent signs": "459%20599%20230",
  "percent-encoded": percent(TFN),
  "percent-encoded twice": percent("459%20599%20230"),
  base64: base64(TFN),
  "base64 in an object": base64(JSON.stringify({ tfn: TFN })),
  "base64, percent-encoded": encodeURIComponent(base64(`tfn=${TFN}`)),
  "part of a token": `${base64(`{"alg":"none"}`)}.${base64(`{"sub":"${TFN}"}`)}.c2ln`,
  "beside letters": `TFN${TFN}x`
}

const everywhere = (text: string) => [
  call(
    1,
    { body: person },
    { status: 200, body: JSON.stringify({ member_number: text, note: text, id: text }) }
  ),
  call(
    2,
    {
      body: { ...person, custom: { [text]: text, nested: [text] } },
      headers: {
        "x-person": text,
        "user-agent": `EmbeddedSuper ${text}`,
        "idempotency-key": text,
        [text]: "1"
      },
      url: `https://${SECRET}:x@api.banksia.example/v1/members/${text}?tfn=${text}&${text}=1#${text}`
    },
    {
      status: 400,
      body: JSON.stringify({
        type: `https://banksia.example/errors/${text}`,
        title: text,
        status: 400,
        detail: `The value ${text} of ${person.identity.given_name} is wrong.`,
        code: text,
        instance: `/members/${text}`,
        errors: [{ pointer: `#/${text}`, code: text, detail: text }]
      }),
      headers: {
        "content-type": "application/problem+json",
        "set-cookie": `session=${text}`,
        "retry-after": text,
        ratelimit: text,
        etag: `"${text}"`,
        location: `/v1/members/${text}`,
        "x-request-id": text,
        constructor: text
      }
    }
  ),
  call(
    3,
    { body: `{"tfn": "${text}` },
    {
      status: 500,
      body: `<p>java.lang.Error: ${text} ${JSON.stringify(person)}</p>`,
      headers: { "content-type": "text/html" }
    }
  ),
  call(4, { body: `tfn=${text}`, headers: { "content-type": "application/x-www-form-urlencoded" } })
]

/** A run whose checks quote values that they must not. */
const runWith = (text: string) => {
  const quoted = `${text}, ${SECRET}, ${Object.values(person.identity).join(", ")}, ${Object.values(person.contact.address).join(", ")}, ${person.contact.email}, ${person.contact.phone_number}`
  return sample({
    exchanges: everywhere(text),
    checks: [
      {
        id: "PRIVACY-4-1",
        outcome: {
          verdict: "fail",
          cause: `It answers ${text}.`,
          expected: `not ${text}`,
          actual: quoted,
          exchange: "e2"
        }
      },
      {
        id: "PRIVACY-4-2",
        outcome: { verdict: "warn", cause: quoted, expected: text, actual: text, exchange: "e1" }
      },
      {
        id: "PRIVACY-4-3",
        outcome: { verdict: "fail", cause: `x ${quoted}`, expected: text, actual: text, exchange: "e3" }
      },
      {
        id: "PRIVACY-4-4",
        level: "SHOULD",
        outcome: { verdict: "fail", cause: "It is kept.", expected: text, actual: text, exchange: "e4" }
      },
      { id: "PRIVACY-4-5", outcome: { verdict: "not_observed", why: quoted } },
      { id: "PRIVACY-4-6", outcome: { verdict: "error", why: quoted } }
    ]
  })
}

const personal = [
  ...Object.entries(canaries).flatMap(([name, values]) => (name === "a PDF" ? [] : values)),
  "Zephyrine",
  "Quillfeather",
  "Xanthe",
  "Craigieburn",
  SECRET
]

describe("every form of a report", () => {
  it.each(Object.entries(spellings))(
    "has no tax file number that was %s, nothing of its person, and no key",
    (_, text) => {
      for (const [name, content] of Object.entries(reportFiles(runWith(text)))) {
        // HTML, XML and Markdown have entities; their meaning is searched as well.
        const read = content.replaceAll(/&#(\d+);/g, (__, code: string) => String.fromCodePoint(Number(code)))
        for (const value of [...personal, text]) {
          expect(content, name).not.toContain(value)
          expect(read, name).not.toContain(value)
        }
        expect(read.replaceAll(/[\s._-]/g, ""), name).not.toContain(TFN)
      }
    }
  )

  it("still shows what matters of such calls", () => {
    const files = reportFiles(runWith(TFN))
    expect(files["report.json"]).toContain(`"status": 400`)
    expect(files["report.json"]).toContain("https://api.banksia.example/v1/members/•••?tfn=(hidden)")
    expect(files["report.html"]).toContain("(hidden)")
    expect(files["summary.md"]).toContain("$GIVEN_NAME")
  })
})

describe("a sentence of a check", () => {
  const met = withholdingOf([call(1, { body: person })])

  it.each(Object.entries(spellings))("hides a number of a call that it spells %s", (_, text) => {
    const shown = met(`It answers ${text} (a field).`)
    expect(shown).toMatch(/^It answers .*•••.* \(a field\)\.$/)
    for (const piece of text.split(".")) if (/NTk5|599/.test(piece)) expect(shown).not.toContain(piece)
    expect(shown).not.toContain(text)
  })

  it.each(["Bearer", "Bearer "])(
    "shows the name of a scheme that was sent without credentials",
    (authorization) => {
      const text = "The token_type is other than Bearer."
      expect(withholdingOf([call(1, { body: {}, headers: { authorization } })])(text)).toBe(text)
    }
  )

  it.each(Object.entries(spellings).filter(([name]) => !["with points", "digit by digit"].includes(name)))(
    "hides what may be a tax file number of no call, %s",
    (_, text) => {
      expect(withholdingOf([])(`It answers ${text}, a field.`)).toContain("•••")
    }
  )

  const withhold = withholdingOf([
    call(1, {
      body: {
        given_name: "Ada",
        family_name: "O'Neil",
        member_number: "SH100200",
        phone_number: "+61 491 572 549",
        state: "VIC"
      },
      headers: { authorization: `Basic ${base64("fund-user:pass-word-7")}` }
    })
  ])

  it.each([
    ["The name O'Neil is refused.", "The name ••• is refused."],
    ["It answers SH100200 twice.", "It answers ••• twice."],
    ["It answers 0491 572 549 or 61491572549.", "It answers ••• or •••."],
    ["It repeats pass-word-7 of fund-user.", "It repeats ••• of •••."],
    [`It repeats ${base64("fund-user:pass-word-7")}.`, "It repeats •••."]
  ])("hides what the calls held: %s", (text, shown) => {
    expect(withhold(text)).toBe(shown)
  })

  it.each([
    '200 and {"employer_found": false}',
    "The body of 65536 bytes is answered 413 after 2500 ms.",
    "The request 0198c7a1-52b8-7c7e-9d0c-1a2b3c4d5e6f at 2026-11-23T02:00:00Z has no answer.",
    "A call with the header X-API-Key in another spelling is answered 401.",
    "POST /v1/member_registration, TLS 1.2, port 44321, 100% of 12345678 bytes"
  ])("keeps everything else: %s", (text) => {
    expect(withhold(text)).toBe(text)
  })

  it("keeps an employer's number that the kit also sends in odd forms", () => {
    const abn = "51824753556"
    const calls = ["51 824 753 556", abn].map((value, index) => call(index + 1, { body: { abn: value } }))
    const broken = call(3, { body: `{"abn": "${abn}"` }, { status: 500, body: `No ${abn} here` })
    expect(withholdingOf([...calls, broken])(`It finds ${abn}.`)).toBe(`It finds ${abn}.`)
    const part = call(4, { body: { employer_number: "8247535" } })
    expect(withholdingOf([part])(`It finds ${abn}, not 8247535.`)).toBe(`It finds ${abn}, not •••.`)
    expect(withholdingOf([broken])(`It finds ${abn}.`)).toBe("It finds •••.")
  })

  it("obeys no terminal, and changes no direction of writing", () => {
    expect(withhold("a\u001b[2Jb\u0007\u009bc\u202ed\u2066e\ud800f\tg\nh")).toBe("a?[2Jb??c?d?e?f\tg\nh")
  })
})

describe("a flood", () => {
  it.each(["a", ".", "1", "%", "@", "1 ", "%41", "{", "<", "=a&"])("of %j is masked in time", (piece) => {
    const text = piece.repeat(200_000)
    const report = sample({
      exchanges: [
        call(
          1,
          { body: text, headers: { "x-person": text } },
          { status: 200, body: text, headers: { etag: text } }
        ),
        call(2, { body: { name: text } }, { status: 200, body: JSON.stringify({ id: text, note: [text] }) })
      ],
      checks: [
        {
          id: "LIMITS-4-1",
          outcome: { verdict: "fail", cause: text, expected: text, actual: text, exchange: "e1" }
        }
      ]
    })
    expect(JSON.stringify(report).length).toBeLessThan(500_000)
  })
})
