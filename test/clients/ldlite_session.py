"""An evening's load of LDLite: pages by id and by offset, streamed source records, queries. python ldlite_session.py ADDRESS"""

import sys

import httpx
import ldlite

ADDRESS = sys.argv[1]

token = httpx.post(
    f"{ADDRESS}/authn/login",
    headers={"x-okapi-tenant": "diku"},
    json={"username": "diku_admin", "password": "admin"},
).headers["x-okapi-token"]


def total(path, query):
    params = {"limit": 0, "query": query} if query else {"limit": 0}
    answer = httpx.get(f"{ADDRESS}{path}", headers={"x-okapi-tenant": "diku", "x-okapi-token": token}, params=params)
    answer.raise_for_status()
    return answer.json()["totalRecords"]


CASES = [
    ("/groups", "cql.allRecords=1 sortBy group desc", 7),
    ("/users", None, 100),
    ("/identifier-types", "name=* sortBy id desc", 7),
    ("/instance-storage/instances", None, 100),
    ("/instance-storage/instances", 'title="the" sortBy title', 30),
    ("/holdings-storage/holdings", None, 100),
    ("/item-storage/items", 'status.name=="Available"', 100),
    ("/source-storage/records", None, 100),
    ("/source-storage/stream/records", None, 100),
    ("/source-storage/source-records", None, 100),
    ("/source-storage/stream/source-records", None, 100),
]

lite = ldlite.LDLite()
lite.connect_folio(ADDRESS, "diku", "diku_admin", "admin")
database = lite.connect_db()
for number, (path, query, page) in enumerate(CASES):
    lite.page_size = page
    lite.query(table=f"t{number}", path=path, query=query)
    [got] = database.cursor().execute(f"select count(*) from (select distinct * from t{number}__t)").fetchone()
    expected = total(path.replace("/stream", ""), query)
    assert got == expected > 0, (path, query, got, expected)
print("LDLite loaded", len(CASES), "collections, every record once")
