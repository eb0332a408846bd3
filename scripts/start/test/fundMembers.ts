import { readFileSync } from "node:fs"
import { request } from "node:https"
import { join } from "node:path"
import type { Place } from "./Place.ts"

/** The number of members that the fund simulator reports; over TLS, trusting only its own authority. */
export const fundMembers = ({
  dataDir,
  demoFile
}: Place): Promise<ReadonlyArray<{ readonly member_number: string }>> =>
  new Promise((resolve, reject) => {
    const { ca_file } = JSON.parse(readFileSync(join(dataDir, "run/fund.json"), "utf8"))
    const url = `${demoFile().simulators.fund}/_simulator/members?limit=100`
    const call = request(url, { ca: readFileSync(ca_file, "utf8"), agent: false }, (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk))
      response.on("end", () => resolve(JSON.parse(text).data))
    })
    call.on("error", reject)
    call.end()
  })
