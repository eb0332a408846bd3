/** Every action that the service recommends leads somewhere in the payroll, and every reason has words. */
import { issueActions } from "@embedded-super/contracts/issue-kinds"
import { RefusalReason, RegistrationField } from "@embedded-super/contracts/schemas"
import bundled from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { EmployerIssue } from "@embedded-super/partner-sdk"
import { describe, expect, it } from "vitest"
import type { Person } from "../src/payroll/People.ts"
import { correctForm } from "../src/pages/correctForm.ts"
import { actionsOf } from "../src/pages/IssuesPage.http.ts"
import { inputFor, whyRefused, wordsFor } from "../src/pages/refusalWords.ts"

const example = bundled.components.examples.issueOpen.value as unknown as { readonly data: EmployerIssue }
const { data: issue } = example

const person = {
  remote_id: "EMP-7",
  given_name: "Niamh",
  family_name: "O'Connor",
  record: { fund_name: "Banksia Super" }
} as Person

const shown = (action: string, url: string | null = null) =>
  actionsOf({ ...issue, recommended_actions: [{ action, label: `Do ${action}.`, url }] }, person).text

const leadsTo: Readonly<Record<keyof typeof issueActions, string>> = {
  set_default_fund: `href="/employers/${issue.employer_id}"`,
  retry_registration: `action="/people/EMP-7/retry"`,
  collect_fund_details: `href="/people/EMP-7/correct#fund"`,
  restart_onboarding: `href="/people/EMP-7/correct#details"`,
  confirm_member_details: `href="/people/EMP-7/correct#fund"`,
  use_default_fund: `href="/people/EMP-7/correct#default-fund"`,
  reconnect_ato: `href="/employers/${issue.employer_id}"`,
  contact_fund: `href="https://fund.example"`,
  check_fund: `href="/people/EMP-7"`,
  update_employer_details: `href="/employers/${issue.employer_id}?tab=details"`
}

describe("a recommended action", () => {
  it.each(Object.entries(leadsTo))("%s leads somewhere", (action, place) => {
    const html = shown(action, action === "contact_fund" ? "https://fund.example" : null)
    expect(html).toContain(place)
    expect(html).toContain(`Do ${action}`)
  })

  it("that isn't known leads to the page that it names, or is told", () => {
    expect(shown("phone_a_friend", "https://fund.example/help")).toContain(`href="https://fund.example/help"`)
    expect(shown("phone_a_friend")).toContain("<li>Do phone_a_friend.</li>")
  })
})

describe("why a fund refused", () => {
  const why = (reason: EmployerIssue["reason"], fields: EmployerIssue["refused_fields"] = []) =>
    whyRefused({ ...issue, reason, refused_fields: fields }, person)

  it.each([...RefusalReason.literals, null])("%s has a sentence that names person and fund", (reason) => {
    const sentence = why(reason, reason === "field" ? ["date_of_birth", "postcode"] : [])
    expect(sentence).toContain("Niamh")
    expect(sentence).toContain("Banksia Super")
  })

  it("says which fields", () => {
    expect(why("field", ["date_of_birth", "postcode", "state"])).toBe(
      "Banksia Super didn't accept Niamh's date of birth, postcode and state or territory."
    )
  })

  it("promises no number where there is no refusal: nothing more may come", () => {
    expect(why(null)).toBe(
      "There is no member number from Banksia Super for Niamh yet. Get it from Banksia Super, or ask Niamh."
    )
  })

  it("says nothing of an issue about something else", () => {
    const other = { ...issue, kind: "default_fund_closed", reason: null, refused_fields: [] }
    expect(whyRefused(other, person)).toBeUndefined()
  })

  it.each(RegistrationField.literals)("%s is marked in the form, or said to be the person's", (field) => {
    const input = inputFor(field)
    const html = correctForm({
      name: "Niamh",
      path: "/people/EMP-7/correct",
      values: {},
      refused: [field],
      refusal: undefined
    }).text
    if (input === undefined)
      expect(html).toContain(`Niamh corrects this on the new form: ${wordsFor(field)}.`)
    else
      expect(html).toContain(`<span class="mistake" id="${input}-mistake">The fund didn&#39;t accept this.`)
  })
})
