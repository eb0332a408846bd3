import { describe, expect, it } from "vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { canaries, zephyrine } from "@embedded-super/program/testing/zephyrine"
import { maskedJson } from "../src/content/masking/maskedBody.ts"
import { type Author, maskedMessage } from "../src/content/Message.ts"

const uuid = "0198c7a1-52b8-7c7e-9d0c-1a2b3c4d5e6f"

const json = { "content-type": "application/json" }

const masked = (value: unknown) =>
  JSON.parse(maskedMessage({ headers: json, body: JSON.stringify(value) }).body ?? "null") as unknown

/** All scalars of a JSON value. */
const scalars = (value: unknown): ReadonlyArray<unknown> =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(scalars) : [value]

describe("a message as it may be shown", () => {
  it("has nothing of the canary person, in any form of a message, also under names that nobody knows", () => {
    const person = zephyrine()
    const bodies = [
      person,
      { data: [person, { employee: person }] },
      { name: person.identity.given_name, status: person.identity.family_name, state: "VIC", id: person.tfn },
      { code: person.identity.given_name, url: "https://example.test/x?who=Zephyrine", type: "Quillfeather" },
      { "Zephyrine Quillfeather": true, custom: Object.values(person.identity) }
    ]
    const shown = bodies.map((body) => JSON.stringify(masked(body))).join("\n")
    for (const value of Object.values(canaries).flat()) expect(shown).not.toContain(value)
    for (const value of [
      "female",
      "mx",
      "Xanthe",
      "VIC",
      "3064",
      "Craigieburn",
      "zephyrine.q",
      "2026-12-01"
    ]) {
      expect(scalars(bodies.map(masked))).not.toContain(value)
      expect(shown).not.toContain(`"${value}`)
    }
  })

  it("keeps the first letter of words and of e-mail addresses, and nothing of texts with digits", () => {
    const { contact, identity, tfn } = zephyrine()
    expect(masked({ ...identity, ...contact, member_number: "SH100200", tfn })).toMatchObject({
      given_name: "Z•••",
      email: "z•••",
      date_of_birth: "•••",
      phone_number: "•••",
      member_number: "•••",
      address: { address_line_1: "•••", locality: "C•••", state: "V•••" },
      tfn: "(hidden)"
    })
  })

  it.each([
    ["an id", { id: "01a1fb82-8f40-7000-8000-000000000031" }],
    ["a time", { inserted_at: "2026-11-21T00:05:00.000Z" }],
    ["a yes or no", { tfn_provided: true }],
    ["a number", { completion_percentage: 40 }],
    ["a state of a closed set", { state: "pending_completion" }],
    ["a known value of an open set", { event: "employer_settings_changed", subject: "employer" }],
    ["an error's code and place", { errors: [{ in: "body", pointer: "#/contact/email", code: "required" }] }],
    ["an ABN and a USI", { abn: "51824753556", usi: "BAN0001AU" }],
    ["a slug", { slug: "banksia" }],
    [
      "the service's own words for an issue",
      {
        title: "A super fund rejected an employee's membership.",
        recommended_actions: [{ label: "Start a new onboarding session." }]
      }
    ],
    ["an address", { help_url: `https://api.example.test/v1/help/${uuid}` }],
    [
      "where a webhook's thing is fetched",
      { url: `https://api.example.test/api/v1/onboarding-session/${uuid}` }
    ],
    ["nothing", { member_number: null, note: "", list: [], object: {} }]
  ])("shows %s", (_, body) => {
    expect(masked(body)).toEqual(body)
  })

  it.each([
    ["an address's query", { url: "https://x.test/a?sig=abc#tok" }, { url: "https://x.test/a?•••" }],
    [
      "a key in the path of a webhook address",
      { url: `https://hooks.example/services/T024BE7LD/${uuid}/super` },
      { url: "https://hooks.example/services/•••/•••/super" }
    ],
    [
      "a key below a path of the service's things",
      { url: `https://x.test/api/v1/employers/${uuid}/${uuid}` },
      { url: "https://x.test/api/v1/employers/•••/•••" }
    ],
    [
      "what isn't an id at a path of the service's things",
      { url: "https://x.test/api/v1/employers/Ada0098?who=a" },
      { url: "https://x.test/api/v1/employers/•••?•••" }
    ],
    [
      "what a pointer may hold of a person",
      { pointer: "#/Ada/0/address_line_1/00987654" },
      { pointer: "#/•••/0/address_line_1/•••" }
    ],
    ["what a path may hold of a person", { instance: "/members/Ada/12" }, { instance: "/members/•••/•••" }],
    [
      "what a problem's type may hold of a person",
      { type: "https://fund.example/members/0098765432#x1" },
      { type: "https://fund.example/members/•••" }
    ],
    ["the address of an embed", { embed_url: "https://x.test/embed/a" }, { embed_url: "(hidden)" }],
    ["a key", { secret: "product_sandbox_abcdefgh_0" }, { secret: "(hidden)" }],
    ["a token of a fund", { access_token: "abcdef" }, { access_token: "(hidden)" }],
    ["a code for a phone", { code: "123456" }, { code: "(hidden)" }],
    ["an unknown yes or no", { likes_birds: true }, { likes_birds: "•••" }],
    ["an unknown number", { salary: 90000 }, { salary: "•••" }],
    ["a known name with a value of another kind", { id: "Zephyrine" }, { id: "Z•••" }],
    ["a title of a person", { title: "mx", gender: "other" }, { title: "m•••", gender: "o•••" }],
    ["a name as a key", { "Zephyrine Q": 1 }, { "•••0": "•••" }]
  ])("masks %s", (_, body, shown) => {
    expect(masked(body)).toEqual(shown)
  })

  it("masks the fields of a form, and all of any other body", () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    expect(
      maskedMessage({ headers: form, body: "grant_type=client_credentials&client_secret=a1" }).body
    ).toBe("grant_type=c•••&client_secret=(hidden)")
    expect(maskedMessage({ headers: {}, body: "Zephyrine" }).body).toBe("•••")
    expect(maskedMessage({ headers: json, body: '{"given_name": "Zeph' }).body).toBe("•••")
    expect(maskedMessage({ headers: json, body: '"Zephyrine"' }).body).toBe('"Z•••"')
    expect(maskedMessage({ headers: {}, body: null }).body).toBeNull()
  })

  const ours = {
    type: "https://docs.example.com/errors/#not_found",
    title: "Not found",
    status: 404,
    detail: "There is no 459 599 230 here.",
    code: "not_found"
  }
  const by = (value: unknown, author?: Author) =>
    JSON.parse(maskedMessage({ headers: json, body: JSON.stringify(value) }, author).body!) as unknown

  it("shows the sentences of problems that this program wrote, without what looks like a tax file number", () => {
    expect(by(ours, "this_program")).toEqual({ ...ours, detail: "There is no ********* here." })
  })

  it("shows no sentence of another party, also if its problem calls itself one of ours", () => {
    expect(by({ ...ours, detail: "Zephyrine is here." })).toEqual({ ...ours, title: "•••", detail: "•••" })
    const errors = [{ pointer: "#/email", code: "required", detail: "Ask Zephyrine.", message: "Ada" }]
    const theirs = { code: "not_found", message: "Zephyrine Quillfeather", errors }
    expect(by(theirs)).toEqual({
      code: "not_found",
      message: "•••",
      errors: [{ pointer: "#/email", code: "required", detail: "•••", message: "•••" }]
    })
  })

  it("shows why a fund of the sandbox refuses, without a word of the person that it was asked about", () => {
    const person = zephyrine()
    const [given, family] = [person.identity.given_name, person.identity.family_name]
    const refusal = {
      title: "The member can't be registered",
      status: 400,
      code: "mismatch",
      detail: `The postcode doesn't belong to the state of ${given} ${family.toUpperCase()}.`,
      errors: [
        {
          pointer: "#/postcode",
          code: "mismatch",
          detail: `${person.contact.address.postcode} isn't of that state.`
        },
        { pointer: "#/tfn", code: family, detail: `${person.tfn} is known.` }
      ]
    }
    const sent = { headers: json, body: JSON.stringify(person) }
    const answer = { headers: json, body: JSON.stringify(refusal) }
    const shown = JSON.parse(maskedMessage(answer, "simulated_fund", sent).body!) as typeof refusal
    expect(shown).toMatchObject({
      title: "The member can't be registered",
      code: "mismatch",
      detail: "The postcode doesn't belong to the state of ••• •••.",
      errors: [{ code: "mismatch", detail: "••• isn't of that state." }, { detail: "********* is known." }]
    })
    for (const value of Object.values(canaries).flat()) expect(JSON.stringify(shown)).not.toContain(value)
    // Without the request nobody knows which words are a person's.
    for (const unknown of [maskedMessage(answer, "simulated_fund"), maskedMessage(answer, "another", sent)]) {
      expect(JSON.parse(unknown.body!)).toMatchObject({ title: "•••", detail: "•••" })
    }
  })

  it("shows a partner's own ids, by which its developers look for things", () => {
    expect(masked({ remote_id: "hire-2001", employee: { remote_id: "E 42" } })).toEqual({
      remote_id: "hire-2001",
      employee: { remote_id: "E 42" }
    })
    expect(masked({ remote_id: "459599230" })).toEqual({ remote_id: "*********" })
  })

  it("says of keys and signatures that they were there, and leaves out headers that it doesn't know", () => {
    const headers = {
      Authorization: "Bearer abc",
      "X-API-Key": "product_sandbox_abcdefgh_1",
      "webhook-signature": "v1,abc",
      "Set-Cookie": "a=b",
      "content-type": "application/json",
      "X-Person": "Zephyrine",
      constructor: "Zephyrine",
      location: "/api/v1/employers/1?who=Zephyrine",
      "idempotency-key": "zephyrine"
    }
    expect(maskedMessage({ headers, body: null }).headers).toEqual({
      authorization: "(hidden)",
      "x-api-key": "(hidden)",
      "webhook-signature": "(hidden)",
      "set-cookie": "(hidden)",
      "content-type": "application/json",
      location: "•••",
      "idempotency-key": "•••"
    })
  })

  it.each([
    ["/api/v1/employers/0198c7a1-52b8-7c7e-9d0c-1a2b3c4d5e6f", true],
    ["https://localhost:4010/v1/members", true],
    ["https://fund.example/members/0098765432", false],
    ["/members/zephyrine.quillfeather/1985-02-03", false],
    ["/members/Zephyrine", false],
    ["zephyrine", false],
    ["https://user:word@fund.example/members", false]
  ])("shows the Location %s only if it has no more than words and ids: %s", (location, isShown) => {
    const { headers } = maskedMessage({ headers: { location }, body: null })
    expect(headers).toEqual({ location: isShown ? location : "•••" })
  })

  it("isn't changed by being masked again", () => {
    const once = maskedMessage({ headers: { ...json, "x-api-key": "k" }, body: JSON.stringify(zephyrine()) })
    expect(maskedMessage(once)).toEqual(once)
  })
})

/** The names of properties whose values must never be shown, whatever they are. */
const PERSONAL =
  /^(?:.*_name|name|title_other|gender|gender_other|date_of_birth|email|.*_email|phone_number|.*_phone|.*phone_number|address_line_\d|locality|postcode|.*tfn|tfn_.*type|.*member_number|account_number|.*account_name|bank_account_number|.*bsb|secret|token|embed_url|.*_masked|key|answer|private_key|sandbox_code)$/

const bundled = join(import.meta.dirname, "../../contracts/bundled")

/** All values of examples in a document. */
const examplesIn = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value)
    ? value.flatMap(examplesIn)
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, item]) =>
          key === "example" || key === "value" || key === "examples" || key === "payload"
            ? [item]
            : examplesIn(item)
        )
      : []

describe("every example of the specs, masked", () => {
  it.each(readdirSync(bundled).filter((file) => file.endsWith(".json")))(
    "has nothing personal: %s",
    (file) => {
      const examples = examplesIn(JSON.parse(readFileSync(join(bundled, file), "utf8")))
      let seen = 0
      const check = (value: unknown, name: string): void => {
        if (typeof value === "object" && value !== null) {
          for (const [key, item] of Object.entries(value)) check(item, /^\d+$/.test(key) ? name : key)
        } else if (PERSONAL.test(name) && value !== null && typeof value !== "boolean") {
          seen += 1
          expect(String(value), `${name} in ${file}`).toMatch(/^(?:\p{L}?•••|\(hidden\)|)$/u)
        }
      }
      for (const example of examples) check(maskedJson(example), "")
      expect(examples.length).toBeGreaterThan(0)
      if (file === "partner-api.json") expect(seen).toBeGreaterThan(100)
    }
  )
})
