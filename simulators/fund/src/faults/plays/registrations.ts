/** Registrations that a fund takes unlike the simulator: with fields that are missing or unusable, or without a tax file number. */
import type { Call, Exchange } from "@embedded-super/simulator-kit"
import type { Hooks } from "../Fault.ts"
import { type Json, jsonIn, reading, withBody } from "./exchanges.ts"

/** The fields that the default profile requires, with values for what isn't sent. The tax file number is a test number. */
const required: Json = {
  tfn: "123456782",
  family_name: "Nobody",
  date_of_birth: "1990-01-01",
  email: "nobody@example.com",
  phone_number: "+61491570156",
  address_line_1: "1 Nowhere Street",
  locality: "Darwin",
  postcode: "0800",
  state: "NT"
}

const optional: Json = {
  first_name: "No",
  middle_name: "No",
  other_name: "No One",
  address_line_2: "Unit 1",
  gender: "other",
  employment_start_date: "2026-12-01",
  contribution_frequency: "monthly",
  tfn_exemption_type: "not_quoted"
}

const samples: Json = { ...required, ...optional }

export const fieldNames: ReadonlySet<string> = new Set(Object.keys(samples))

const isMissing = (body: Json, field: string): boolean =>
  !(field in body) && !(field === "tfn" && "tfn_exemption_type" in body)

export const lacksRequired = (body: Json): boolean =>
  Object.keys(required).some((field) => isMissing(body, field))

/** Takes registrations that lack required fields, as if nobody checked them. */
export const completing = (isUnchecked: (field: string) => boolean): Exchange =>
  reading("registration", (body) => ({
    ...Object.fromEntries(
      Object.entries(required).filter(([field]) => isUnchecked(field) && isMissing(body, field))
    ),
    ...body
  }))

/** Takes registrations with unusable values, as if nobody checked them. */
export const repairing = (isUnchecked: (value: unknown) => boolean): Exchange =>
  reading("registration", (body) =>
    Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, isUnchecked(value) ? samples[field] : value])
    )
  )

/** A person without a tax file number is registered as one who hasn't quoted it. */
const completed = (call: Call): Call => {
  const body = jsonIn(call)
  return !("family_name" in body) || "tfn" in body || "tfn_exemption_type" in body
    ? call
    : withBody(call, { ...body, tfn_exemption_type: "not_quoted" })
}

/** The tax file number is optional, as by law it is voluntary. `exchange` gets the call as it was sent. */
export const withOptionalTfn = (exchange: Exchange = (call, serve) => serve(call)): Hooks => ({
  exchange: (call, serve) => exchange(call, (read) => serve(completed(read))),
  profile: (profile) => ({ ...profile, fields: { ...profile.fields, tfn: "optional" } })
})
