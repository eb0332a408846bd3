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
  {
    name: "Go",
    needs: "go",
    file: "go/main.go",
    declared: { verifies_public_keys: true },
    flaws: {
      secret_not_decoded: { by: "SIGNATURE-2.1-1", sentence: "A rightly signed delivery is refused." },
      whole_header_compared: {
        by: "ROTATION-2.1-1",
        sentence: "A delivery is refused if the second of its two signatures is the valid one."
      },
      unknown_fields_disallowed: {
        by: "UNKNOWN-9-3",
        sentence: "A webhook with a field that the receiver doesn't know is refused."
      },
      marked_after_work: {
        by: "DUPLICATE-3-2",
        sentence: "Repeats at the same time make the receiver create several sessions."
      },
      full_queue_drops: {
        by: "BURST-2.1-2",
        sentence: "Of many webhooks that are answered 2xx, some entities are never fetched."
      }
    }
  },
  {
    name: "Python",
    needs: "python3",
    file: "python/partner.py",
    flaws: {
      signature_decoded: {
        by: "SIGNATURE-2.1-14",
        sentence: "A signature that can't be read isn't answered 4xx."
      },
      event_time_compared: {
        by: "ORDER-3-7",
        sentence: "A webhook is refused because it was generated days ago."
      },
      repeat_is_a_conflict: { by: "DUPLICATE-2.1-1", sentence: "A repeated delivery is refused." },
      works_before_answering: {
        by: "ANSWER-2.1-3",
        sentence: "A delivery is answered only after the calls back have been answered."
      }
    }
  },
  {
    name: "Java",
    needs: "java",
    file: "java/Partner.java",
    flaws: {
      tolerance_in_ms: {
        by: "SIGNATURE-2.1-7",
        sentence: "A delivery that was signed ten minutes ago is accepted."
      },
      subject_is_an_enum: {
        by: "UNKNOWN-9-1",
        sentence: "A webhook with a subject that the receiver doesn't know is refused."
      },
      first_key_for_all: {
        by: "CALLBACK-4.1-6",
        sentence: "An entity of one product is fetched with the other product's key."
      },
      keyed_by_entity: {
        by: "ORDER-3-1",
        sentence: "A session isn't fetched again after onboarding_session_completed."
      },
      pool_rejects: {
        by: "BURST-2.1-1",
        sentence: "Of a thousand webhooks at once, some are refused or get no answer."
      }
    }
  },
  {
    name: "Express",
    needs: "node",
    file: "express/partner.mjs",
    flaws: {
      parsed_and_written_again: {
        by: "SIGNATURE-2.1-2",
        sentence: "A rightly signed body is refused because its JSON is written with other spaces."
      },
      no_error_handler: {
        by: "SIGNATURE-2.1-13",
        sentence: "A delivery with a forged signature is refused with another status than 4xx."
      },
      unknown_event_404: {
        by: "UNKNOWN-9-2",
        sentence: "A webhook with an event that the receiver doesn't know is refused."
      },
      url_followed: {
        by: "CALLBACK-4.1-9",
        sentence: "The key is sent to another host, because the url of a webhook names it."
      }
    }
  },
  {
    name: "Fastify",
    needs: "node",
    file: "fastify/partner.mjs",
    flaws: {
      version_is_fixed: {
        by: "UNKNOWN-9-4",
        sentence: "A webhook with a newer version of the payload is refused."
      },
      gives_up_at_once: {
        by: "CALLBACK-4.1-11",
        sentence: "A call back that is answered 429 isn't made again."
      },
      keyed_by_entity_and_event: {
        by: "ORDER-3-3",
        sentence: "A second onboarding_session_changed of a session isn't followed by a fetch."
      },
      no_memory_of_ids: {
        by: "DUPLICATE-3-2",
        sentence: "Repeats at the same time make the receiver create several sessions."
      },
      answers_with_the_session: {
        by: "PRIVACY-2.1-1",
        sentence: "An answer to a delivery holds a birth date."
      }
    }
  }
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
  const { products } = await settingsAt("http://127.0.0.1/webhooks")
  const env = {
    SERVICE_URL: serviceUrl,
    PARTNER_ID: products[0].id,
    PRODUCTS: productsOf(products),
    ...(flaw === undefined ? {} : { FLAW: flaw })
  }
  const program = startCommand(command, args, { env })
  const url = await program.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  return { settings: await settingsAt(`${url}/webhooks`), stop: program.stop }
}
