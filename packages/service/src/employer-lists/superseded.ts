/**
 * SQL: whether a file `f`, which waits for an operator, is superseded by a newer one that was accepted, waits itself, or was
 * decided about. A newer file with mistakes changes nothing, so it supersedes nothing.
 */
export const IS_SUPERSEDED = `EXISTS (SELECT FROM employer_list_files n WHERE n.fund_id = f.fund_id AND n.id > f.id
  AND (n.state IN ('accepted', 'held') OR n.reason = 'too_early' OR n.closed_at IS NOT NULL))`
