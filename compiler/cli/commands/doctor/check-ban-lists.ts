/** Checks that the files of BAN_LISTS can be read: the proxy does not start otherwise. */
import { readBanLists } from '#proxy/bans/ban-lists.ts';
import { type Check, failed, ok } from './condition.ts';

const PART = 'ban lists';

/** Says nothing when BAN_LISTS is unset. */
export const checkBanLists: Check = ({ read }) => {
  const { banLists } = read.settings;
  if (banLists.length === 0) return [];
  const { bans, problems } = readBanLists(banLists);
  if (problems.length === 0) return [ok(PART, `${banLists.join(', ')}: entries: ${bans.length}`)];
  const hint = 'Write one address or CIDR block on each line.';
  return problems.map((problem) => failed(PART, problem, hint));
};
