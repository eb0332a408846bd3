/**
 * A super fund on Fastify, which validates by JSON Schema. FAULT names the mistake that it makes; without it the fund is
 * correct. It prints its address once it listens.
 */
import fastify from "fastify"
import process from "node:process"

const { API_KEY, FAULT } = process.env
const text = { type: "string", minLength: 1 }
const name = FAULT === "plain_letters_only" ? { ...text, pattern: "^[A-Za-z -]+$" } : text
const members = new Map()

// Fastify's own validator makes numbers of texts and texts of numbers by default.
const app = fastify({ ajv: { customOptions: { coerceTypes: false, removeAdditional: false } } })

app.addHook("onRequest", async (request, reply) => {
  if (request.headers["x-auth-key"] !== API_KEY)
    return reply.code(401).send({ detail: "The key is missing or wrong." })
})

const registration = {
  type: "object",
  required: [
    "family_name",
    "date_of_birth",
    "email",
    "phone_number",
    "address_line_1",
    "locality",
    "postcode",
    "state"
  ],
  properties: { first_name: name, family_name: name, date_of_birth: text, email: text, postcode: text },
  additionalProperties: FAULT !== "closed_to_optional"
}
if (FAULT === "closed_to_optional")
  for (const field of ["tfn", "phone_number", "address_line_1", "locality", "state", "middle_name"])
    registration.properties[field] = text

app.post("/v1/member_registration", { schema: { body: registration } }, async ({ body }, reply) => {
  const person = [body.family_name, body.date_of_birth, body.email].join("|")
  const isNew = !members.has(person)
  if (isNew) members.set(person, String(700_000_001 + members.size))
  return reply.code(isNew ? 201 : 200).send({ member_details: { member_number: members.get(person) } })
})

const lookup = { type: "object", required: ["abn"], properties: { abn: text } }

app.post("/v1/employer_lookup", { schema: { body: lookup } }, async ({ body }) =>
  body.abn === "80000000001" ? { employer_found: true } : { employer_found: false }
)

app.post("/v1/employer_details", { schema: { body: lookup } }, async (_request, reply) =>
  reply.code(204).send()
)

console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
