/** Made-up checks in each state, and a receiver. */
import * as S from "@embedded-super/contracts/schemas"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownSync(S.WorkbenchChecks)

const never = {
  state: "never",
  started_at: null,
  group: null,
  checks: 0,
  checks_ended: 0,
  groups: [],
  verdict: null,
  counts: null,
  findings: [],
  problem: null
}
const started_at = "2026-11-23T02:00:00.000Z"
const counts = { pass: 0, fail: 0, warn: 0, not_applicable: 0, not_observed: 0, error: 0 }
const groups = [
  {
    name: "TLS",
    title: "The connection is encrypted, and only by versions that are safe",
    counts: { ...counts, pass: 7 }
  },
  {
    name: "REGISTER",
    title: "A member is registered once",
    counts: { ...counts, pass: 19, fail: 1, not_observed: 2 }
  }
]

const failed = {
  ...never,
  state: "ended",
  started_at,
  checks: 143,
  checks_ended: 143,
  groups,
  verdict: "does_not_conform",
  counts: { ...counts, pass: 129, fail: 1, warn: 1, not_applicable: 4, not_observed: 8 },
  findings: [
    {
      id: "F1",
      level: "MUST",
      verdict: "fail",
      cause: "A person whose family name has an apostrophe is refused.",
      expected: "201 or 200 with a member number",
      actual: "400, which names family_name",
      hint: "Take every letter that a name may have. The usual cause is a pattern such as [A-Za-z ]+ in a validator.",
      requirement: "R-4.2-1",
      checks: ["REGISTER-4.1-3", "SCHEMA-4.1-8", "SCHEMA-4.1-9", "SCHEMA-4.1-10"]
    },
    {
      id: "F2",
      level: "SHOULD",
      verdict: "warn",
      cause: `<b>Bold</b> & ${"long".repeat(40)}`,
      expected: "no X-Powered-By",
      actual: "X-Powered-By",
      hint: "Turn the header off.",
      requirement: "D-fund-calls",
      checks: ["PRIVACY-5-4"]
    }
  ]
}

const conforms = {
  ...never,
  state: "ended",
  started_at,
  checks: 143,
  checks_ended: 143,
  groups: groups.slice(0, 1),
  verdict: "conforms",
  counts: { ...counts, pass: 131, not_applicable: 4, not_observed: 8 }
}

const fund = (slug: string, name: string, check: object, last: object | null = null) => ({
  slug,
  name,
  check,
  last
})

const product = {
  product_id: "bffc9067-28ee-4381-a0f2-92fae25d9f83",
  name: "Wattle Payroll",
  receiver_url: "http://localhost:4020/webhooks",
  commands: [
    "export PARTNER_CHECK_KEY_1=… PARTNER_CHECK_SECRET_1=…",
    "npx ./embedded-super-partner-check-0.1.0.tgz run --settings partner-check.yaml"
  ],
  file_name: "partner-check.yaml",
  settings: "settings_version: v1\nname: Wattle Payroll\nreceiver_url: http://localhost:4020/webhooks\n"
}

export const noChecks = decode({ funds: [], products: [] })

export const checksBefore = decode({ funds: [fund("banksia", "Banksia Super", never)], products: [product] })

export const checksRunning = decode({
  funds: [
    fund("banksia", "Banksia Super", {
      ...never,
      state: "running",
      started_at,
      group: "REGISTER",
      checks: 143,
      checks_ended: 58,
      groups: groups.slice(0, 1)
    })
  ],
  products: []
})

export const checksEnded = decode({
  funds: [
    fund("banksia", "Banksia Super", failed, {
      checked_at: "2026-11-23T02:00:03Z",
      mode: "dev",
      verdict: "does_not_conform"
    }),
    fund("waratah", "Waratah Super", conforms, {
      checked_at: "2026-11-23T02:00:03Z",
      mode: "dev",
      verdict: "conforms"
    }),
    fund("telopea", "Telopea Super", {
      ...never,
      state: "not_run",
      problem:
        "The fund can't be reached at https://127.0.0.1:4011: nothing listens there. Start the fund, or correct its profile and load it again."
    })
  ],
  products: [product]
})
