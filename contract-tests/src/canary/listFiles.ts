import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aFundProfile, aMySuper } from "@embedded-super/rules/testing"
import type { RunningService } from "../programs/service.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import { TFN, zephyrine } from "@embedded-super/program/testing/zephyrine"

const { identity, contact } = zephyrine()
const street = contact.address.address_line_1

/**
 * Employer lists with data that doesn't belong in them: personal data in columns, in headers, in rows that are too
 * long.
 */
const files: Readonly<Record<string, string>> = {
  "people_for_abns.csv": `abn,employer_number\n${TFN},E1\n${identity.family_name},E2\n${identity.date_of_birth},E3\n`,
  "more_columns.csv": `abn,employer_number\n51824753556,E1,${identity.family_name},${identity.date_of_birth},${street}\n`,
  "header.csv": `abn,${identity.family_name},${TFN}\n51824753556,x,y\n`,
  "no_header.csv": `${TFN},${identity.family_name},${street}\n`,
  "quotes.csv": `abn,employer_number\n51824753556,"${street}"${TFN}\n`
}

/** Loads a fund that supplies lists, and uploads these, each until its result is written. */
export const supplyBadLists = async (service: Pick<RunningService, "run">, sftpFolder: string) => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-canary-"))
  const usi = "CAN0001AU"
  const profile = aFundProfile({
    fund: { slug: "canary-list", name: "Canary list", abn: "60905115063" },
    products: [aMySuper(usi)],
    default_activate_usi: usi,
    operations: {
      member_registration: undefined,
      employer_lookup: { source: "list", list: { format: "plain", complete_when: "renamed" } }
    }
  })
  writeFileSync(join(folder, "profile.yaml"), profile)
  const loaded = await service.run("admin", "fund", "load", join(folder, "profile.yaml"))
  if (loaded.code !== 0) throw new Error(`admin fund load ended with ${loaded.code}: ${loaded.stderr}`)
  const inbox = join(sftpFolder, "canary-list", "inbox")
  mkdirSync(inbox, { recursive: true })
  const results: Array<string> = []
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(inbox, `${name}.part`), text)
    renameSync(join(inbox, `${name}.part`), join(inbox, name))
    results.push(
      await receiptOf(() => readFile(join(inbox, `${name}.refused.json`), "utf8").catch(() => undefined))
    )
  }
  rmSync(folder, { recursive: true })
  return results
}
