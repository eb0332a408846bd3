/** Taking a registration whose fields are missing or unusable, as if nobody checked them. */
import type { Exchange } from "@embedded-super/simulator-kit"
import { type Json, reading } from "./exchanges.ts"

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
