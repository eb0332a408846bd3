import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { askAt } from "@embedded-super/simulator-kit/askAt"
import { NotReady, type Ready, type SftpServed } from "./readiness.ts"

const HOST = "127.0.0.1"

/** Where the funds of this machine upload their files. */
export const sftpAddress = ({ port }: SftpServed): string => `${HOST}:${port}`

/** Tells the fund simulator its account at the service. Returns a file with the public key that opens the account. */
export const giveAccount = async (
  { ca_file, data_dir, url }: Ready,
  { hostKey, port }: SftpServed,
  folder: string
): Promise<string> => {
  const { fund } = JSON.parse(readFileSync(`${data_dir}/fund-profile.json`, "utf8"))
  const account = { host: HOST, port, user: fund.slug, host_key: hostKey }
  const asked = { method: "PUT", path: "/_simulator/sftp", body: account }
  const tls = ca_file === null ? {} : { ca: readFileSync(ca_file) }
  const { json, status, text } = await Effect.runPromise(askAt(url, asked, tls))
  if (status !== 200) throw new NotReady(`The fund simulator refused its SFTP account: ${text}`)
  const file = `${folder}/fund-sftp.pub`
  writeFileSync(file, `${json.data.public_key}\n`)
  return file
}
