// The waiting room: shows who sits down, and goes to the table when the game starts.

const id = document.getElementById("main").dataset.table;
let seats = null;
const events = new EventSource(`/t/${id}/stream?as=table`);
events.onmessage = (event) => {
  const news = JSON.parse(event.data);
  const now = JSON.stringify(news.set?.seats ?? null);
  if (seats === null) {
    seats = now;
    return;
  }
  if (news.set?.head || (news.set?.seats && now !== seats)) location.reload();
};
