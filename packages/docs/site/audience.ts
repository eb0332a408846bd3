/**
 * The side bar of a page is that of its audience: links to all audiences, then the pages of the one that the page belongs to. A
 * page that is in no list (the home page, a page that was searched) has the links alone.
 */
import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data"

type Entry = StarlightRouteData["sidebar"][number]

const isCurrent = (entry: Entry): boolean =>
  entry.type === "group" ? entry.entries.some(isCurrent) : entry.isCurrent

const firstLink = (entry: Entry): string =>
  entry.type === "link" ? entry.href : entry.entries[0] === undefined ? "" : firstLink(entry.entries[0])

const linkTo = (audience: Entry): Entry => ({
  type: "link",
  label: audience.label,
  href: firstLink(audience),
  isCurrent: false,
  badge: undefined,
  attrs: { class: isCurrent(audience) ? "audience here" : "audience" }
})

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const route = locals.starlightRoute
  const own = route.sidebar.find(isCurrent)
  const pages = own?.type === "group" ? own.entries : []
  route.sidebar = [...route.sidebar.map(linkTo), ...pages]
  // The next page of the last one would be another audience's.
  const isOwn = (href: string | undefined) =>
    href !== undefined && JSON.stringify(pages).includes(`"${href}"`)
  const { next, prev } = route.pagination
  route.pagination = {
    prev: isOwn(prev?.href) ? prev : undefined,
    next: isOwn(next?.href) ? next : undefined
  }
})
