/** The calls of ../../calls.ts, with the clients that openapi-generator generated for TypeScript and axios. */
import { isAxiosError } from "axios"
import * as fund from "./fund/index.js"
import * as partner from "./partner/index.js"

const { FAMILY_NAME = "", FUND_KEY, FUND_URL, KEY, NAME = "", REMOTE_ID = "", SERVICE_URL } = process.env

/** The problem in the answer to a refused call. */
const problemOf = async <A>(call: Promise<unknown>): Promise<A> => {
  try {
    await call
  } catch (error) {
    if (isAxiosError(error)) return error.response?.data as A
    throw error
  }
  throw new Error("It isn't refused.")
}

const employers = new partner.EmployersApi(new partner.Configuration({ basePath: SERVICE_URL, apiKey: KEY }))
const creation = { abn: "51824753556", name: NAME, remote_id: REMOTE_ID }
const listed = (await employers.listEmployers(undefined, REMOTE_ID)).data.data
console.log("list", listed.length)
console.log("get", (await employers.getEmployer(listed[0]?.id ?? "")).data.data.name)
const conflict = await problemOf<partner.ConflictProblem>(employers.createEmployer(creation))
console.log(conflict.status, conflict.code)
const invalid = await problemOf<partner.ValidationFailedProblem>(
  employers.createEmployer({ ...creation, abn: "51824753557" })
)
console.log(invalid.status, invalid.errors[0]?.pointer)

const ofFund = new fund.Configuration({ basePath: FUND_URL, apiKey: FUND_KEY })
const registration = new fund.MemberRegistrationApi(ofFund)
const member: fund.MemberRegistrationRequest = {
  tfn: "876543210",
  first_name: "Tom",
  family_name: FAMILY_NAME,
  date_of_birth: "2000-02-29",
  email: "tom.li@example.com",
  phone_number: "+61491570156",
  address_line_1: "7 Mitchell Street",
  locality: "Darwin",
  postcode: "0800",
  state: "NT"
}
const registered = (await registration.registerMember(member)).data.member_details
console.log("register", registered.member_number.length > 0)
for (const abn of ["80000000001", "42000000003"]) {
  const { data } = await new fund.EmployerLookupApi(ofFund).lookUpEmployer({ abn })
  console.log("lookup", data.employer_found, data.employer_details !== undefined)
}
const refused = await problemOf<fund.FundBadRequestProblem>(
  registration.registerMember({ family_name: "Li", date_of_birth: "2000-02-29" })
)
console.log(refused.status, refused.code)
