import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { aFundProfile, aMySuper } from "../../../rules/test/aFundProfile.ts"
import { aWorld, VIEWS } from "../../test/embedTabs.ts"
import { anOpenEmbed } from "../../test/employerEmbed.ts"
import { FORM } from "../../test/TestDetails.ts"
import { products } from "../../test/TestFunds.ts"
import { openEmbed, request, TestHttp } from "../../test/TestHttp.ts"
import { FundProfiles } from "../funds/FundProfiles.ts"
import { TERMS } from "../../test/TestSettings.ts"
import { findingsIn } from "../../test/findings.ts"

const OLD_TERMS = [...TERMS.map(({ version }) => version), "service-terms-2019-01"]

/** Each row: the operation below the embed's view, a body whose mistakes the schema and the rules share, every finding. */
const ROWS: ReadonlyArray<
  readonly [app: "super_settings" | "intent", step: string, body: object, want: ReadonlyArray<string>]
> = [
  [
    "super_settings",
    "default-fund",
    { fund_product_id: "banksia", accepted_terms_versions: OLD_TERMS },
    ["#/accepted_terms_versions/2 not_allowed", "#/fund_product_id too_short"]
  ],
  [
    "super_settings",
    "default-fund",
    { fund_product_id: "01a1fb67-1800-7000-8000-0000000000ff", accepted_terms_versions: 7 },
    ["#/accepted_terms_versions wrong_type", "#/fund_product_id not_found"]
  ],
  [
    "super_settings",
    "default-fund",
    {
      fund_product_id: products.acacia.id,
      employer_number: "abc!!! '\"<b>",
      accepted_terms_versions: OLD_TERMS
    },
    ["#/accepted_terms_versions/2 not_allowed", "#/employer_number invalid_format"]
  ],
  [
    "super_settings",
    "ato-connection",
    { connected_by: "agent", agent_number: "12" },
    ["#/agent_abn required", "#/agent_number too_short"]
  ],
  [
    "super_settings",
    "automations",
    { stapling: { enabled: "yes" }, tfn_declarations: { enabled: true } },
    ["#/stapling/enabled wrong_type", "#/tfn_declarations unknown_property"]
  ],
  [
    "super_settings",
    "automations",
    { stapling: { enabled: true, accepted_statement_version: "stapling-2019", colour: "blue" } },
    ["#/stapling/accepted_statement_version not_allowed", "#/stapling/colour unknown_property"]
  ],
  [
    "intent",
    "person",
    { given_name: "Niamh ♥", family_name: "-", email: "niamh", phone_number: "+1 234 5678" },
    [
      "#/email invalid_format",
      "#/family_name empty_name",
      "#/given_name invalid_name",
      "#/phone_number invalid_phone_number"
    ]
  ],
  [
    "intent",
    "job",
    { start_date: "2019-01-01", pay_basis: "sometimes", job_title: "" },
    ["#/job_title too_short", "#/pay_basis not_allowed", "#/start_date employment_start_date_out_of_range"]
  ]
]

/** An embed of an employer whose fund has this form. The directory of these tests doesn't know the fund. */
const asked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const embed = yield* anOpenEmbed()
  const slug = "asking"
  const { fund } = yield* (yield* FundProfiles).load(
    aFundProfile({
      fund: { slug, name: "Asking Super", abn: "60905115063" },
      products: [aMySuper("ASK0001AU")],
      operations: { member_registration: undefined, employer_details: { delivery: "sftp", form: FORM } }
    })
  )
  yield* sql`UPDATE employer_default_funds SET source = 'default_activate_confirmed',
    fund_product_id = (SELECT id FROM fund_products WHERE fund_id = ${fund.id}) WHERE employer_id = ${embed.id}`
  return embed
})

const services = FundProfiles.layer.pipe(Layer.provideMerge(TestHttp.layer))

layer(services, { excludeTestServices: true })("a body with several mistakes", (it) => {
  it.effect.each(ROWS)("of %s, %s, %j, is refused once, with all findings", ([app, step, body, want]) =>
    Effect.gen(function* () {
      const tab = yield* (yield* aWorld).aTab(app)
      const refused = yield* tab.send("PUT", `${VIEWS[app]}/${step}`, body)
      assert.deepStrictEqual(findingsIn(refused), want)
      assert.notMatch(JSON.stringify(refused.body.errors), /♥|niamh/)
    })
  )

  it.effect("of the fund's own form too: what is malformed, missing and not asked for", () =>
    Effect.gen(function* () {
      const { send } = yield* asked
      const wrong = { contact_email: "ines", contact_phone: 7, employee_count: "many" }
      assert.deepStrictEqual(findingsIn(yield* send("PUT", "/details", wrong)), [
        "#/contact_email too_short",
        "#/contact_name required",
        "#/contact_phone wrong_type",
        "#/custom_answers required",
        "#/employee_count not_allowed",
        "#/industry_code required"
      ])
      const answers = [
        { question_id: "size", answer: 7 },
        { question_id: "colour", answer: "blue" }
      ]
      const partly = yield* send("PUT", "/details", { custom_answers: answers })
      assert.includeMembers(findingsIn(partly), [
        "#/custom_answers/0/answer wrong_type",
        "#/custom_answers/1/question_id not_allowed"
      ])
      assert.notMatch(JSON.stringify([yield* send("PUT", "/details", wrong), partly]), /ines|many"|blue/)
      const unreadable = { ...wrong, contact_name: "Ines ♥", custom_answers: [{ question_id: "size" }] }
      assert.deepStrictEqual(findingsIn(yield* send("PUT", "/details", unreadable)), [
        "#/contact_email too_short",
        "#/contact_name invalid_name",
        "#/contact_phone wrong_type",
        "#/custom_answers required",
        "#/custom_answers/0/answer required",
        "#/employee_count not_allowed",
        "#/industry_code required"
      ])
    })
  )

  it.effect("of a person whose staff number the partner has given", () =>
    Effect.gen(function* () {
      const { employer, product } = yield* aWorld
      const body = {
        employer: { id: employer.id },
        remote_id: "hire-0043",
        employee: { remote_id: "emp-0043" }
      }
      const made = yield* request("POST", "/api/v1/onboarding-session-intent", { product, body })
      const intent = made.body.data.id
      const token = yield* openEmbed(product, `/api/v1/onboarding-session-intent/${intent}`, {})
      const person = { given_name: 7, remote_id: "emp-0044" }
      const refused = yield* request("PUT", `${VIEWS.intent}/person`, { token, body: person })
      assert.deepStrictEqual(findingsIn(refused), ["#/given_name wrong_type", "#/remote_id not_allowed"])
    })
  )

  it.effect("has only the findings of its schema where no fund asks for anything", () =>
    Effect.gen(function* () {
      const { send } = yield* anOpenEmbed()
      const refused = yield* send("PUT", "/details", { contact_email: "ines" })
      assert.deepStrictEqual(findingsIn(refused), ["#/contact_email too_short"])
    })
  )
})
