/**
 * A super fund on Express. FAULT names the mistake that it makes; without it the fund is correct. It prints its address
 * once it listens.
 */
import express from "express"
import process from "node:process"

const { API_KEY, FAULT } = process.env
const known = new Map([["80000000001", "EMP-004512"]])
const needed = [
  "family_name",
  "date_of_birth",
  "email",
  "phone_number",
  "address_line_1",
  "locality",
  "postcode",
  "state"
]
const members = new Map()

const checkKey = (request, response, next) =>
  request.get("X-Auth-Key") === API_KEY ? next() : response.status(401).json({ detail: "The key is wrong." })

const missingIn = (body, names) => names.find((name) => typeof body?.[name] !== "string" || body[name] === "")

const register = ({ body }, response) => {
  const missing = missingIn(body, needed)
  if (missing !== undefined) return response.status(400).json({ detail: `${missing} is required.` })
  const person = JSON.stringify(needed.map((name) => body[name]))
  const number = members.get(person) ?? `EX-${members.size + 1}`
  const isNew = !members.has(person)
  members.set(person, number)
  response.status(isNew ? 201 : 200).json({ member_details: { member_number: number } })
}

const lookUp = ({ body }, response) => {
  if (missingIn(body, ["abn"]) !== undefined) return response.status(400).json({ detail: "abn is required." })
  const employer_number = known.get(body.abn)
  if (employer_number !== undefined)
    return response.json({ employer_found: true, employer_details: { employer_number } })
  response.json(
    FAULT === "null_details" ? { employer_found: false, employer_details: null } : { employer_found: false }
  )
}

const keepDetails = ({ body }, response) =>
  missingIn(body, ["abn"]) === undefined
    ? response.status(204).end()
    : response.status(400).json({ detail: "abn is required." })

const app = express()
app.disable("x-powered-by")
const before =
  FAULT === "body_before_key" ? [express.json(), checkBody, checkKey] : [checkKey, express.json()]
function checkBody({ body, path }, response, next) {
  const missing = missingIn(body, path.endsWith("registration") ? needed : ["abn"])
  if (missing === undefined) next()
  else response.status(400).json({ detail: `${missing} is required.` })
}
app.post("/v1/member_registration", ...before, register)
app.post("/v1/employer_lookup", ...before, lookUp)
app.post("/v1/employer_details", ...before, keepDetails)
// Without a handler of its own, Express answers with the stack trace of a body that it can't parse.
if (FAULT !== "stack_trace")
  app.use((error, _request, response, _next) =>
    response.status(error.status ?? 500).json({ detail: "The body can't be read." })
  )

const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`))
