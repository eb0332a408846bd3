/**
 * Partners that were written without any of the kit's code, in other languages and frameworks: each correct, and with one
 * mistake at a time. A simulator that shares our code would share our mistakes.
 *
 * The trap: a partner has to know where the kit will play the service before the kit begins, so a port is chosen for both.
 * It must stay free between the kit's runs.
 */
import type { PartnerCheckDeclaration } from "@embedded-super/contracts/schemas"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { PartnerSettings } from "@embedded-super/check/partner"
import { startCommand } from "@embedded-super/program/startProgram"
import { freePort } from "@embedded-super/program/freePorts"
import { commandOf, type ServerFault } from "../../Server.ts"
import { foreignSettings, productsOf } from "./foreignSettings.ts"

const here = dirname(fileURLToPath(import.meta.url))

/** A server, its tool, what it declares beyond the others, and its mistakes by the name that FAULT takes. */
export interface ForeignPartner {
  readonly name: string
  readonly needs: string
  readonly file: string
  readonly declared?: Partial<PartnerCheckDeclaration>
  readonly faults: Readonly<Record<string, ServerFault>>
}

export const foreignPartners: ReadonlyArray<ForeignPartner> = [
  {
    name: "Go",
    needs: "go",
    file: "go/main.go",
    declared: { verifies_public_keys: true },
    faults: {
      secret_not_decoded: {
        sentence: "The receiver takes the letters of the secret for its bytes.",
        killedBy: ["SIGNATURE-2.1-1"],
        finding: "fail: A rightly signed delivery is refused."
      },
      whole_header_compared: {
        sentence: "The receiver compares the whole header with one signature.",
        killedBy: ["ROTATION-2.1-1"],
        finding: "fail: A delivery is refused if the second of its two signatures is the valid one."
      },
      unknown_fields_disallowed: {
        sentence: "The receiver decodes with DisallowUnknownFields.",
        killedBy: ["UNKNOWN-9-3"],
        finding: "warn: A webhook with a field that the receiver doesn't know is refused."
      },
      marked_after_work: {
        sentence: "The receiver remembers a webhook-id when its work is done.",
        killedBy: ["DUPLICATE-3-2"],
        finding: "fail: Repeats at the same time make the receiver create several sessions."
      },
      full_queue_drops: {
        sentence: "The receiver drops what doesn't fit into its channel.",
        killedBy: ["BURST-2.1-2"],
        finding: "fail: Of many webhooks that are answered 2xx, some entities are never fetched."
      },
      url_begins_like_ours: {
        sentence: "The receiver calls each url that has the service's as a prefix.",
        killedBy: ["CALLBACK-4.1-13"],
        finding:
          "fail: The key is sent to another host, because the url of a webhook begins like the service's."
      },
      read_once: {
        sentence: "The receiver reads the body once, into a buffer of fixed length.",
        killedBy: ["UNKNOWN-9-6"],
        finding: "warn: A webhook with a long field that the receiver doesn't know is refused."
      }
    }
  },
  {
    name: "Python",
    needs: "python3",
    file: "python/partner.py",
    faults: {
      signature_decoded: {
        sentence: "The receiver lets through what its Base64 decoder raises.",
        killedBy: ["SIGNATURE-2.1-14"],
        finding: "warn: A signature that can't be read isn't answered 4xx."
      },
      body_as_latin_1: {
        sentence: "The receiver reads the body as ISO 8859-1.",
        killedBy: ["SIGNATURE-2.1-16"],
        finding: "fail: A rightly signed body is refused because it has letters beyond ASCII."
      },
      names_compared_as_sent: {
        sentence: "The receiver makes a dict of the headers, which knows the case of names.",
        killedBy: ["SIGNATURE-2.1-17"],
        finding: "warn: A delivery is refused because the names of its headers begin with capitals."
      },
      one_time_format: {
        sentence: "The receiver reads inserted_at with strptime.",
        killedBy: ["ANSWER-2.1-4"],
        finding: "fail: A webhook is refused because its inserted_at has fractions of a second."
      },
      works_before_answering: {
        sentence: "The receiver fetches the entity before it answers.",
        killedBy: ["ANSWER-2.1-3"],
        finding: "warn: A delivery is answered only after the calls back have been answered."
      },
      event_time_compared: {
        sentence: "The receiver compares inserted_at with its clock.",
        killedBy: ["ORDER-3-7"],
        finding: "fail: A webhook is refused because it was generated days ago."
      },
      repeat_is_a_conflict: {
        sentence: "The receiver answers 409 if the key of its table is taken.",
        killedBy: ["DUPLICATE-2.1-1"],
        finding: "fail: A repeated delivery is refused."
      },
      key_of_the_last: {
        sentence: "The receiver keeps the key in a global variable.",
        killedBy: ["CALLBACK-4.1-14"],
        finding: "fail: Of webhooks of two products at once, some are fetched with the other product's key."
      },
      empty_secret: {
        sentence: "The receiver takes an empty secret for a product that it doesn't know.",
        killedBy: ["SIGNATURE-2.1-15"],
        finding: "fail: A delivery of an unknown product is accepted if it is signed with an empty secret."
      }
    }
  },
  {
    name: "Java",
    needs: "java",
    file: "java/Partner.java",
    faults: {
      tolerance_in_ms: {
        sentence: "The receiver allows 300,000 seconds, meaning milliseconds.",
        killedBy: ["SIGNATURE-2.1-7"],
        finding: "fail: A delivery that was signed ten minutes ago is accepted."
      },
      age_never_negative: {
        sentence: "The receiver refuses what is signed for later than now.",
        killedBy: ["SIGNATURE-2.1-18"],
        finding: "warn: A delivery is refused because it is signed for some seconds from now."
      },
      case_ignored: {
        sentence: "The receiver compares signatures with equalsIgnoreCase.",
        killedBy: ["SIGNATURE-2.1-19"],
        finding: "fail: A signature is accepted whose letters have another case."
      },
      subject_is_an_enum: {
        sentence: "The receiver reads the subject as an enum.",
        killedBy: ["UNKNOWN-9-1"],
        finding: "warn: A webhook with a subject that the receiver doesn't know is refused."
      },
      first_key_for_all: {
        sentence: "The receiver uses the key of one product for all.",
        killedBy: ["CALLBACK-4.1-6"],
        finding: "fail: An entity of one product is fetched with the other product's key."
      },
      keyed_by_entity: {
        sentence: "The receiver handles each entity once.",
        killedBy: ["ORDER-3-1"],
        finding: "fail: A session isn't fetched again after onboarding_session_completed."
      },
      keyed_by_attempt: {
        sentence: "The receiver recognises a repeat by webhook-id and webhook-timestamp.",
        killedBy: ["DUPLICATE-3-1"],
        finding: "fail: A repeated webhook makes the receiver create a session again."
      },
      pool_rejects: {
        sentence: "The receiver answers 500 if its pool of threads rejects the work.",
        killedBy: ["BURST-2.1-1"],
        finding: "warn: Of a thousand webhooks at once, some are refused or get no answer."
      }
    }
  },
  {
    name: "Express",
    needs: "node",
    file: "express/partner.mjs",
    faults: {
      parsed_and_written_again: {
        sentence: "The receiver verifies what express.json() has parsed, written again.",
        killedBy: ["SIGNATURE-2.1-2"],
        finding: "fail: A rightly signed body is refused because its JSON is written with other spaces."
      },
      no_error_handler: {
        sentence: "The receiver has no handler for what the verifier throws.",
        killedBy: ["SIGNATURE-2.1-13"],
        finding: "warn: A delivery with a forged signature is refused with another status than 4xx."
      },
      property_of_null: {
        sentence: "The receiver reads product_id of whatever the body is.",
        killedBy: ["SIGNATURE-2.1-20"],
        finding: "warn: A forged body that isn't a JSON object isn't answered 4xx."
      },
      ids_are_uuid_v4: {
        sentence: "The receiver accepts ids that are a UUID of version 4.",
        killedBy: ["ANSWER-2.1-5"],
        finding: "fail: A webhook is refused because its id is a UUID of version 7."
      },
      unknown_event_404: {
        sentence: "The receiver answers 404 to an event without a handler.",
        killedBy: ["UNKNOWN-9-2"],
        finding: "warn: A webhook with an event that the receiver doesn't know is refused."
      },
      url_followed: {
        sentence: "The receiver calls the url of a webhook, wherever it leads.",
        killedBy: ["CALLBACK-4.1-9"],
        finding: "fail: The key is sent to another host, because the url of a webhook names it."
      },
      refusals_repeated: {
        sentence: "The receiver tries again whatever isn't 2xx.",
        killedBy: ["CALLBACK-4.1-12"],
        finding: "warn: A call back that is answered 404 is made again and again."
      }
    }
  },
  {
    name: "Fastify",
    needs: "node",
    file: "fastify/partner.mjs",
    faults: {
      version_is_fixed: {
        sentence: "The receiver throws if the version isn't v1.",
        killedBy: ["UNKNOWN-9-4"],
        finding: "warn: A webhook with a newer version of the payload is refused."
      },
      gives_up_at_once: {
        sentence: "The receiver never tries a call again.",
        killedBy: ["CALLBACK-4.1-11"],
        finding: "warn: A call back that is answered 429 isn't made again."
      },
      keyed_by_entity_and_event: {
        sentence: "The receiver handles each event of an entity once.",
        killedBy: ["ORDER-3-3"],
        finding: "fail: A second onboarding_session_changed of a session isn't followed by a fetch."
      },
      no_memory_of_ids: {
        sentence: "The receiver remembers no webhook-id.",
        killedBy: ["DUPLICATE-3-2"],
        finding: "fail: Repeats at the same time make the receiver create several sessions."
      },
      post_never_repeated: {
        sentence: "The receiver tries a GET again, and a POST never.",
        killedBy: ["DUPLICATE-3-5"],
        finding: "warn: No session is created if the first POST is answered 500."
      },
      one_idempotency_key: {
        sentence: "The receiver sends one Idempotency-Key with all intents.",
        killedBy: ["DUPLICATE-3-6"],
        finding: "fail: Two intents are converted with one Idempotency-Key."
      },
      answers_with_the_session: {
        sentence: "The receiver answers with the session that it fetched last.",
        killedBy: ["PRIVACY-2.1-1"],
        finding: "warn: An answer to a delivery holds a birth date."
      }
    }
  }
]

/** Starts a partner, with a mistake or without one. Its settings are those to check it with, as often as wanted. */
export const startForeignPartner = async (
  { declared = {}, file, needs }: ForeignPartner,
  fault?: string
): Promise<{ readonly settings: PartnerSettings; readonly stop: () => Promise<unknown> }> => {
  const [command, args] = commandOf(needs, join(here, file))
  const port = await freePort()
  const serviceUrl = `http://127.0.0.1:${port}`
  const settingsAt = (receiverUrl: string) => foreignSettings({ receiverUrl, serviceUrl }, declared)
  const { products } = await settingsAt("http://127.0.0.1/webhooks")
  const env = {
    SERVICE_URL: serviceUrl,
    PARTNER_ID: products[0].id,
    PRODUCTS: productsOf(products),
    ...(fault === undefined ? {} : { FAULT: fault })
  }
  const program = startCommand(command, args, env)
  const url = await program.line((line) => /^http:\/\/[^\s/]+$/.exec(line)?.[0])
  return { settings: await settingsAt(`${url}/webhooks`), stop: program.stop }
}
