/** A super fund in thirty lines of Express, with three mistakes. `npx fund-check` finds them; README.md beside this has the steps. */
import express from "express"

const app = express()
const members = new Map()
const employers = new Map([["80000000001", "EMP-004512"]])
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

app.use((request, response, next) =>
  request.get("X-Auth-Key") === process.env.API_KEY
    ? next()
    : response.status(401).json({ detail: "Wrong key." })
)
app.use(express.json())

app.post("/v1/member_registration", ({ body }, response) => {
  const missing = needed.find((name) => typeof body?.[name] !== "string")
  if (missing || !(body.tfn ?? body.tfn_exemption_type))
    return response.status(400).json({ detail: "A field is missing." })
  const person = needed.map((name) => body[name]).join()
  const isNew = !members.has(person)
  if (isNew) members.set(person, 700000 + members.size)
  response.status(isNew ? 201 : 200).json({ member_details: { member_number: members.get(person) } })
})

app.post("/v1/employer_lookup", ({ body }, response) => {
  if (typeof body?.abn !== "string") return response.status(400).json({ detail: "abn is missing." })
  const employer_number = employers.get(body.abn) ?? null
  response.json({ employer_found: employer_number !== null, employer_details: { employer_number } })
})

const server = app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}`)
)
