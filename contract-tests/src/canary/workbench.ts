import { type Trace, traceOf } from "./search.ts"

interface Entry {
  readonly seq: number
  readonly about: ReadonlyArray<{ readonly id: string }>
}

const AT_ONCE = 8
const OF_A_SCENE = 100

const textAt = async (url: string): Promise<string> => {
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
  return text
}

const tracesOf = async (where: string, urls: ReadonlyArray<string>): Promise<ReadonlyArray<Trace>> => {
  const traces: Array<Trace> = []
  for (let at = 0; at < urls.length; at += AT_ONCE) {
    const texts = await Promise.all(urls.slice(at, at + AT_ONCE).map(textAt))
    traces.push(...texts.map((text) => traceOf(where, text)))
  }
  return traces
}

/** All entries of a time line, by following it from its begin. */
const entriesAt = async (url: string, query: string): Promise<ReadonlyArray<Entry>> => {
  const found: Array<Entry> = []
  for (;;) {
    const { data } = JSON.parse(await textAt(`${url}?${query}&limit=100&after=${found.at(-1)?.seq ?? 0}`))
    if (data.length === 0) return found
    found.push(...data)
  }
}

/** The stream from its begin, until the entry at this position. */
const streamed = async (url: string, last: number): Promise<string> => {
  const stop = new AbortController()
  const { body } = await fetch(`${url}?after=0`, { signal: stop.signal })
  let text = ""
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part
    if (new RegExp(`^id: ?${last}$`, "m").test(text)) break
  }
  stop.abort()
  return text
}

/** Scenes of all entries, each of a part; a part without a call that changes something makes none. */
const scenesOf = async (api: string, entries: ReadonlyArray<Entry>): Promise<ReadonlyArray<Trace>> => {
  const traces: Array<Trace> = []
  for (let at = 0; at < entries.length; at += OF_A_SCENE) {
    const part = entries.slice(at, at + OF_A_SCENE)
    const made = await fetch(`${api}/scenes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "canary", first_seq: part[0]!.seq, last_seq: part.at(-1)!.seq })
    })
    const text = await made.text()
    if (made.ok) traces.push(traceOf("a scene of the Workbench", text))
    else if (!text.includes("No lever was pulled")) throw new Error(`A scene wasn't made: ${text}`)
  }
  return traces
}

/** All that the Workbench shows: feed, stream, details, stories, pages, and scenes of everything. */
export const workbenchTraces = async (service: string): Promise<ReadonlyArray<Trace>> => {
  const api = `${service}/_workbench`
  const entries = await entriesAt(`${api}/entries`, "")
  const last = entries.at(-1)!.seq
  const things = [...new Set(entries.flatMap(({ about }) => about.map(({ id }) => encodeURIComponent(id))))]
  const pages = ["/", ...["rows", "state", "waiting", "levers"].map((name) => `/_workbench/pages/${name}`)]
  return [
    traceOf("the Workbench's feed", JSON.stringify(entries)),
    traceOf("the Workbench's stream", await streamed(`${api}/stream`, last)),
    ...(await scenesOf(api, entries)),
    ...(await tracesOf(
      "a detail of the Workbench",
      entries.map(({ seq }) => `${api}/entries/${seq}`)
    )),
    ...(await tracesOf(
      "a story of the Workbench",
      things.map((id) => `${api}/things/${id}`)
    )),
    ...(await tracesOf(
      "a page of the Workbench",
      [
        ...pages,
        ...things.map((id) => `/_workbench/pages/things/${id}`),
        ...entries.filter(({ seq }) => seq % 10 === 0).map(({ seq }) => `/_workbench/pages/entries/${seq}`)
      ].map((path) => `${service}${path}`)
    ))
  ]
}

/** All entries of a simulator's own log, each with its detail. */
export const simulatorLogTraces = async (name: string, url: string): Promise<ReadonlyArray<Trace>> => {
  const entries = await entriesAt(`${url}/_simulator/log`, "")
  return [
    traceOf(`the log of the ${name}`, JSON.stringify(entries)),
    ...(await tracesOf(
      `a detail of the ${name}`,
      entries.map(({ seq }) => `${url}/_simulator/log/${seq}`)
    ))
  ]
}
