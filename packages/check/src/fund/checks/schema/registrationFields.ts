/** The fields of a registration as the specification has them: their lengths, their values and its examples. */
import fundApi from "@embedded-super/contracts/bundled/fund-api" with { type: "json" }
import { sameForAll, START_DATE } from "../../caller/synthetic.ts"
import type { FundUnderTest } from "../../FundUnderTest.ts"
import type { Field, Person } from "../shared/registering.ts"

interface Rules {
  readonly minLength?: number
  readonly maxLength?: number
  readonly enum?: ReadonlyArray<string>
}

const { schemas } = fundApi.components
const { properties } = schemas.MemberRegistrationRequest

/** A property is a reference to a named schema of scalar values. */
const rulesOf = ({ $ref }: { readonly $ref: string }): Rules =>
  (schemas as Readonly<Record<string, object>>)[$ref.slice($ref.lastIndexOf("/") + 1)] as Rules

export const fields = Object.entries(properties).map(([field, property]) => ({
  field: field as Field,
  ...rulesOf(property)
}))

export const VALUES_HINT =
  "Compare your list of values with the specification: eight states and territories, three genders, seven frequencies."

export const required = (fund: FundUnderTest): ReadonlyArray<Field> =>
  fields.flatMap(({ field }) => (fund.takes(field) === "required" ? [field] : []))

export const optional = (fund: FundUnderTest): ReadonlyArray<Field> =>
  fields.flatMap(({ field }) =>
    fund.takes(field) === "optional" && field !== "tfn_exemption_type" ? [field] : []
  )

/** A value for each field that isn't made up for each person. The address is in the place of every person. */
export const values = {
  ...sameForAll,
  first_name: "Alex",
  phone_number: "+61491570157",
  address_line_1: "88 George Street",
  locality: "Sydney",
  postcode: "2000",
  state: "NSW"
} as const satisfies Person

/** A person with this optional field. */
export const withField = (fund: FundUnderTest, field: Field): Person => {
  if (field in values) return { [field]: values[field as keyof typeof values] }
  return field === "email"
    ? { email: `fund-check.${crypto.randomUUID()}@example.com` }
    : { [field]: fund.tfn() }
}

/**
 * The examples of the specification, as persons of their own: a fund keeps its members. An employment begins soon in each,
 * also when the day that the example names has passed.
 */
export const examples: ReadonlyArray<readonly [name: string, person: Person]> = Object.entries(
  fundApi.paths["/v1/member_registration"].post.requestBody.content["application/json"].examples
).map(([name, { value }]) => {
  const { email: _, tfn: __, ...person } = value as Person
  return [
    name,
    {
      ...(name === "single_name" ? { first_name: undefined } : {}),
      ...person,
      ...(person.employment_start_date === undefined ? {} : { employment_start_date: START_DATE })
    }
  ]
})

/** A text of this field with exactly that many characters, which only its length makes special. */
export const textOf = (field: Field, length: number): string => {
  if (field === "email") {
    const label = "a".repeat(60)
    const local = `${crypto.randomUUID().replaceAll("-", "")}${"a".repeat(32)}`
    const domain = `${label}.${label}.${label}.example.com`
    return `${local}@${domain.slice(domain.length - (length - local.length - 1))}`
  }
  const text = `Ab${"c".repeat(Math.max(0, length - 2))}`
  return text.slice(0, length)
}
