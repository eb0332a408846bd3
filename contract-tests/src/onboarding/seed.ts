import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunningSimulator } from "../programs/simulators.ts"
import type { RunningService } from "../programs/service.ts"

/** A partner and its products, with the keys and secrets that are shown only once. */
export interface SeededPartner {
  readonly partner: { readonly id: string; readonly key: string }
  readonly products: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly key: string
    readonly webhook_secret: string
  }>
}

export interface Wanted {
  readonly slug: string
  /** The number of products; each is linked to the fund. */
  readonly products: number
  readonly webhookUrl: string
  /** The origin of the page that may frame the embeds; none if left out. */
  readonly hostPage?: string
  /** The fund's URL for the service; by default the address where the fund listens. */
  readonly fundUrl?: string
  /** More simulated funds that the products are linked to. */
  readonly otherFunds?: ReadonlyArray<Fund>
  /** Whether the directory gets the made-up funds that nobody can call. */
  readonly hasDirectory?: boolean
}

type Fund = Pick<RunningSimulator, "url" | "dataDir">

/** Creates a partner with the operator's own command, and a simulated fund that its products are linked to. */
export const seedPartner = async (
  service: Pick<RunningService, "run">,
  fund: Fund,
  { fundUrl = fund.url, hasDirectory = false, hostPage, otherFunds = [], products, slug, webhookUrl }: Wanted
): Promise<SeededPartner> => {
  const folder = mkdtempSync(join(tmpdir(), "embedded-super-seed-"))
  const [file, result, profile] = ["seed.json", "seeded.json", "profile.json"].map((name) =>
    join(folder, name)
  ) as [string, string, string]
  writeFileSync(
    profile,
    readFileSync(`${fund.dataDir}/fund-profile.json`, "utf8").replaceAll(fund.url, fundUrl)
  )
  const seed = {
    partner: { name: `Partner ${slug}`, slug },
    products: Array.from({ length: products }, (_, index) => ({
      name: `Payroll ${slug} ${index + 1}`,
      slug: `${slug}-${index + 1}`,
      webhook_url: webhookUrl,
      ...(hostPage === undefined ? {} : { target_origins: [hostPage] })
    })),
    fictional_funds: hasDirectory,
    funds: [
      { profile, api_key_file: `${fund.dataDir}/api-key` },
      ...otherFunds.map(({ dataDir }) => ({
        profile: `${dataDir}/fund-profile.json`,
        api_key_file: `${dataDir}/api-key`
      }))
    ]
  }
  writeFileSync(file, JSON.stringify(seed))
  const { code, stderr } = await service.run("seed", "--file", file, "--result", result)
  if (code !== 0) throw new Error(`seed ended with ${code}: ${stderr}`)
  const seeded: SeededPartner = JSON.parse(readFileSync(result, "utf8"))
  rmSync(folder, { recursive: true })
  return seeded
}
