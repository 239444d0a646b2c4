"""FolioClient's ways of asking, as its own live tests use them: python folio_client_session.py ADDRESS"""

import asyncio
import sys

import folioclient
import httpx

ADDRESS = sys.argv[1]
MISSING = "00000000-0000-4000-8000-000000000000"


def client(password="admin"):
    return folioclient.FolioClient(ADDRESS, "diku", "diku_admin", password)


def refused(work, status):
    """What `work` asks for must be refused with `status`."""
    try:
        work()
    except httpx.HTTPStatusError as error:
        assert error.response.status_code == status, error
        return
    raise AssertionError(f"nothing was refused with {status}")


def read_users(folio):
    page = folio.folio_get("/users", query_params={"limit": 10})
    assert isinstance(page["users"], list) and page["totalRecords"] >= 1
    assert folio.folio_get(f"/users/{folio.current_user}")["id"] == folio.current_user
    refused(lambda: folio.folio_get(f"/users/{MISSING}"), 404)
    refused(lambda: folio.folio_get("/definitely-nonexistent-endpoint-12345"), 404)
    everyone = list(folio.folio_get_all("/users", "users"))
    active = list(folio.folio_get_all("/users", "users", query="active==true"))
    assert active and all(user["active"] for user in active)
    assert len({user["id"] for user in everyone}) == len(everyone) == page["totalRecords"]


def read_inventory(folio):
    for path, key in [
        ("/instance-storage/instances", "instances"),
        ("/holdings-storage/holdings", "holdingsRecords"),
        ("/item-storage/items", "items"),
    ]:
        total = folio.folio_get(path, query_params={"limit": 10})["totalRecords"]
        by_id = [each["id"] for each in folio.folio_get_all(path, key, limit=50)]
        assert len(set(by_id)) == len(by_id) == total, (path, len(by_id), total)
    by_offset = list(
        folio.folio_get_all("/instance-storage/instances", "instances", "cql.allRecords=1 sortBy title", limit=50)
    )
    assert len({each["id"] for each in by_offset}) == len(by_offset) > 73, len(by_offset)
    one = folio.folio_get("/inventory/instances/" + by_offset[0]["id"])
    assert one["title"] == by_offset[0]["title"]
    found = folio.folio_get("/search/instances", query='title all "the"', query_params={"limit": 5})
    assert found["instances"] and found["totalRecords"] >= len(found["instances"])
    return len(by_offset)


def read_lists(folio):
    assert len(folio.folio_get("/identifier-types", "identifierTypes", query_params={"limit": 100})) >= 30
    assert folio.identifier_types and folio.identifier_types == folio.identifier_types
    for name in ("locations", "alt_title_types", "class_types", "contrib_name_types", "holdings_types", "modes_of_issuance"):
        assert list(getattr(folio, name)), name
    assert folio.is_ecs is False and folio.ecs_members == []


async def read_at_once():
    async with client() as folio:
        paths = ["/users", "/instance-storage/instances", "/holdings-storage/holdings"]
        pages = await asyncio.gather(*(folio.folio_get_async(path, query_params={"limit": 5}) for path in paths))
        assert all("totalRecords" in page for page in pages)


with client() as folio:
    assert folio.current_user and folio.access_token
    read_users(folio)
    count = read_inventory(folio)
    read_lists(folio)
assert folio.is_closed
asyncio.run(read_at_once())
try:
    client("wrong").current_user
    raise AssertionError("a wrong password was let in")
except (httpx.HTTPStatusError, ValueError, folioclient.exceptions.FolioError):
    pass
print("FolioClient read", count, "instances, each once")
