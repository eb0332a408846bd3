/**
 * The side bar of a page is that of its audience: links to all audiences, then the pages of the one that the page belongs to. A
 * page that is in several lists belongs to the audience that its folder is named for; one that is in no list (the home page, a
 * page that was searched) has the links alone.
 */
import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data"

type Entry = StarlightRouteData["sidebar"][number]

const linksIn = (entry: Entry): ReadonlyArray<Extract<Entry, { type: "link" }>> =>
  entry.type === "group" ? entry.entries.flatMap(linksIn) : [entry]

const linkTo = (audience: Entry, isHere: boolean): Entry => ({
  type: "link",
  label: audience.label,
  href: linksIn(audience)[0]?.href ?? "",
  isCurrent: false,
  badge: undefined,
  attrs: { class: isHere ? "audience here" : "audience" }
})

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const route = locals.starlightRoute
  // Starlight marks the first entry of the page, and no other.
  const marked = route.sidebar.flatMap(linksIn).find((link) => link.isCurrent)
  const isMarked = ({ href }: Entry & { type: "link" }) => href === marked?.href
  const holders = route.sidebar.filter((audience) => linksIn(audience).some(isMarked))
  const own = holders.find(({ label }) => route.id.startsWith(`${label.toLowerCase()}/`)) ?? holders[0]
  const pages = own?.type === "group" ? own.entries : []
  const links = pages.flatMap(linksIn)
  const at = links.findIndex(isMarked)
  for (const [nth, link] of links.entries()) link.isCurrent = nth === at
  route.sidebar = [...route.sidebar.map((audience) => linkTo(audience, audience === own)), ...pages]
  // Of the audience's own pages: the next one of its last would be another audience's.
  route.pagination = { prev: links[at - 1], next: links[at + 1] }
})
