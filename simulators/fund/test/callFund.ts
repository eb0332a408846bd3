/** Calls the test's fund with its key. */
import { DataFolder } from "@embedded-super/simulator-kit"
import { ask, type Asked } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"

export const keyIn = (folder: string): string => readFileSync(`${folder}/api-key`, "utf8").trim()

export const callFund = (asked: Asked) =>
  Effect.flatMap(DataFolder, ({ path }) =>
    ask({ ...asked, headers: { "x-auth-key": keyIn(path), ...asked.headers } })
  )

export const register = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  callFund({ path: "/v1/member_registration", body, headers })

export const lookUp = (abn: unknown) => callFund({ path: "/v1/employer_lookup", body: { abn } })

/** A valid profile of a fictitious person, identified by the e-mail address. */
export const aProfile = (email: string, change: Readonly<Record<string, unknown>> = {}) => ({
  tfn_exemption_type: "not_quoted",
  first_name: "Tom",
  family_name: "Li",
  date_of_birth: "2000-02-29",
  email,
  phone_number: "+61491570156",
  address_line_1: "7 Mitchell Street",
  locality: "Darwin",
  postcode: "0800",
  state: "NT",
  ...change
})
