export function OneSchedule({ id }: { id: string }) {
  return <p>{id}</p>;
}
