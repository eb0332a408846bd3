import { both, Changes, type Change } from "../Change.ts"
import type { DocumentName } from "../documents.ts"
import { brief, canonical, listOf, objectOf } from "../json.ts"
import type { Json } from "../json.ts"
import type { Place } from "../Place.ts"
import { part, parts, resolve, whole } from "../Place.ts"
import { SchemaGraph } from "../schema/SchemaGraph.ts"
import { comparing, everyone, noReader } from "./Comparing.ts"
import type { Comparing } from "./Comparing.ts"
import { schemaOf } from "./content.ts"

/** A message on a channel: what one webhook is. */
interface Message {
  readonly name: string
  /** Whether an operation sends it. A message that no operation sends is documentation only. */
  readonly sent: boolean
  readonly place: Place
  readonly traits: ReadonlyArray<Place>
}

const traitsOf = (holder: Place): ReadonlyArray<Place> =>
  listOf(objectOf(holder.value)["traits"]).map((value, index) =>
    resolve({ document: holder.document, at: `${holder.at}/traits/${index}`, value: objectOf(value) })
  )

/** The places of the messages that operations send. */
const sentBy = (document: Json): ReadonlySet<string> =>
  new Set(
    [...parts(part(whole(document), "operations")).values()].flatMap((operation) => {
      const { action, messages } = objectOf(operation.value)
      if (action !== "send") return []
      if (messages === undefined) {
        return [...parts(part(operation, "channel", "messages")).values()].map(({ at }) => at)
      }
      return listOf(messages).map(
        (value) => resolve({ document, at: operation.at, value: objectOf(value) }).at
      )
    })
  )

/** Every message, by its channel and its name; the name is the event's, and the key where it has none. */
const messagesOf = (document: Json): ReadonlyMap<string, Message> => {
  const found = new Map<string, Message>()
  const sent = sentBy(document)
  for (const [channel, place] of parts(part(whole(document), "channels"))) {
    for (const [key, message] of parts(part(place, "messages"))) {
      const name = String(objectOf(message.value)["name"] ?? key)
      found.set(`${channel} ${name}`, {
        name,
        sent: sent.has(message.at),
        place: message,
        traits: traitsOf(message)
      })
    }
  }
  return found
}

/** The schema at a keyword of the message or of one of its traits. */
const placeOf = (message: Message, keyword: string): Place | undefined =>
  [message.place, ...message.traits].flatMap((holder) => schemaOf(holder, keyword) ?? [])[0]

const text = (message: Message, keyword: string): string =>
  canonical([message.place, ...message.traits].map(({ value }) => objectOf(value)[keyword]).find(Boolean))

const compareMessage = (at: Comparing, before: Message, after: Message): void => {
  // The sender of a webhook is the caller; its receiver implements the document.
  at.schemas("request", schemaOf(before.place, "payload"), schemaOf(after.place, "payload"))
  at.schemas("request", placeOf(before, "headers"), placeOf(after, "headers"))
  const [type, newType] = [text(before, "contentType"), text(after, "contentType")]
  if (type !== newType) {
    at.judge("request", {
      kind: "media-type-changed",
      at: after.place.at,
      says: `${type} became ${newType}`,
      to: newType,
      effects: both
    })
  }
}

/** All changes between two bundled AsyncAPI documents of webhooks. */
export const compareAsyncApi = (document: DocumentName, before: Json, after: Json): ReadonlyArray<Change> => {
  const changes = new Changes(document)
  const graph = new SchemaGraph()
  const [old, young] = [messagesOf(before), messagesOf(after)]
  for (const [id, message] of old) {
    const kept = young.get(id)
    const at = comparing(document, graph, changes, `webhook ${message.name}`)
    if (kept === undefined || (message.sent && !kept.sent)) {
      at.find("webhook-removed", message.place.at, "is no longer sent", everyone)
    } else {
      if (!message.sent && kept.sent) at.find("webhook-added", kept.place.at, "is new", noReader)
      compareMessage(at, message, kept)
    }
  }
  for (const [id, message] of young) {
    if (old.has(id)) continue
    // Receivers tolerate subjects and events that they don't know (R-9-7, R-9-8).
    const at = comparing(document, graph, changes, `webhook ${message.name}`)
    at.find("webhook-added", message.place.at, "is new", noReader)
  }
  compareMethods(changes, before, after)
  compareAddresses(changes, before, after)
  return changes.all()
}

/** How a webhook is sent: the bindings of its operation. */
const compareMethods = (changes: Changes, before: Json, after: Json): void => {
  const bindings = (document: Json) =>
    new Map(
      [...parts(part(whole(document), "operations"))].map(([name, operation]) => [
        name,
        {
          at: operation.at,
          says: canonical(
            [operation, ...traitsOf(operation)].map(({ value }) => objectOf(value)["bindings"]).find(Boolean)
          )
        }
      ])
    )
  const old = bindings(before)
  for (const [name, { at, says }] of bindings(after)) {
    const was = old.get(name)?.says
    if (was === undefined || was === says) continue
    changes.add(name, {
      kind: "binding-changed",
      at,
      says: "is sent another way",
      to: brief(says),
      breaks: everyone
    })
  }
}

const compareAddresses = (changes: Changes, before: Json, after: Json): void => {
  const old = parts(part(whole(before), "channels"))
  for (const [name, channel] of parts(part(whole(after), "channels"))) {
    const [was, is] = [old.get(name), channel].map((place) => objectOf(place?.value)["address"])
    if (!old.has(name) || was === is) continue
    const says = `the address ${canonical(was)} became ${canonical(is)}`
    changes.add(name, { kind: "address-changed", at: channel.at, says, to: canonical(is), breaks: everyone })
  }
}
