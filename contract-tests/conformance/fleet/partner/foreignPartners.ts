/**
 * Partners that were written without any of the kit's code, in other languages and frameworks: each correct, and with one
 * mistake at a time. A simulator that shares our code would share our mistakes.
 *
 * The trap: a partner has to know where the kit will play the service before the kit begins, so a port is chosen for both.
 */
import type { PartnerCheckDeclaration } from "@embedded-super/contracts/schemas"
import { createServer, type AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { PartnerSettings } from "../../../../packages/partner-check/src/index.ts"
import { startCommand } from "../../../src/programs/ChildProgram.ts"
import { commandOf } from "../commandOf.ts"
import { foreignSettings, productsOf } from "./foreignSettings.ts"

const here = dirname(fileURLToPath(import.meta.url))

/** What the kit says of a mistake. */
export interface Killed {
  /** The check that kills it. */
  readonly by: string
  /** The sentence of that check. */
  readonly sentence: string
}

/** A server, its tool, what it declares beyond the others, and its mistakes by the name that FLAW takes. */
export interface ForeignPartner {
  readonly name: string
  readonly needs: string
  readonly file: string
  readonly declared?: Partial<PartnerCheckDeclaration>
  readonly flaws: Readonly<Record<string, Killed>>
}

export const foreignPartners: ReadonlyArray<ForeignPartner> = [
  { name: "Go", needs: "go", file: "go/main.go", declared: { verifies_public_keys: true }, flaws: {} },
  { name: "Python", needs: "python3", file: "python/partner.py", flaws: {} },
  { name: "Java", needs: "java", file: "java/Partner.java", flaws: {} },
  { name: "Express", needs: "node", file: "express/partner.mjs", flaws: {} },
  { name: "Fastify", needs: "node", file: "fastify/partner.mjs", flaws: {} }
]

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts a partner, with a mistake or without one. Its settings are those to check it with, as often as wanted. */
export const startForeignPartner = async (
  { declared = {}, file, needs }: ForeignPartner,
  flaw?: string
): Promise<{ readonly settings: PartnerSettings; readonly stop: () => Promise<unknown> }> => {
  const [command, args] = commandOf(needs, join(here, file))
  const serviceUrl = `http://127.0.0.1:${await freePort()}`
  const settingsAt = (receiverUrl: string) => foreignSettings({ receiverUrl, serviceUrl }, declared)
  const env = {
    SERVICE_URL: serviceUrl,
    PRODUCTS: productsOf(await settingsAt("http://127.0.0.1/webhooks")),
    ...(flaw === undefined ? {} : { FLAW: flaw })
  }
  const program = startCommand(command, args, { env })
  const url = await program.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  return { settings: await settingsAt(`${url}/webhooks`), stop: program.stop }
}
