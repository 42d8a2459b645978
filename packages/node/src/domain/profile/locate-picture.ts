import type { Profile } from "../../store/profiles.ts";

/** Where the picture of a known node is had from this one: a path; null where a picture is made from the address. */
export function locatePicture(profile: Profile | undefined): string | null {
  if (!profile?.avatarHash) return null;
  const version = profile.avatarHash.slice(2, 10);
  return profile.isSelf ? `/ewp/avatar?v=${version}` : `/api/portraits/${profile.address}?v=${version}`;
}
