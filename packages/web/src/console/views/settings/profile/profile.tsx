import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Trouble } from "../../../trouble.tsx";
import { Avatar } from "./avatar.tsx";
import { readOwnProfile } from "./own-profile.ts";
import { ProfileForm } from "./profile-form.tsx";
import "./profile.css";

/** Who the owner is to everybody else. */
export default function ProfileSettings(): ReactElement {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["own-profile"],
    queryFn: ({ signal }) => readOwnProfile(signal),
  });
  const again = () => Promise.all([refetch(), client.invalidateQueries({ queryKey: ["household"] })]);
  return (
    <>
      <Trouble error={error} onRetry={() => void refetch()} />
      {isPending && <p className="stills" aria-busy="true" />}
      {data && (
        <>
          <Avatar profile={data} onChanged={again} />
          <ProfileForm profile={data} onChanged={again} />
        </>
      )}
    </>
  );
}
