/**
 * Returns a status that can end a request: 403 for 1xx and for numbers outside HTTP, because a rule may name any
 * number.
 */
export function denialStatus(status: number): number {
  return status >= 200 && status <= 599 ? status : 403;
}
