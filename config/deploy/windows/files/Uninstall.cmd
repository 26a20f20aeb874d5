@echo off
rem Removes the program, and only what came with it: other files in its folder stay, and the club's data.
chcp 65001 >nul
setlocal
set "home=%~dp0"
set "data=%DATA_FOLDER%"
if "%data%"=="" set "data=%LOCALAPPDATA%\istaka"
echo Istaka bu bilgisayardan kaldırılır. Kulübün verileri silinmez: %data%
echo This removes Istaka from this computer. The club's data stay: %data%
set "answer="
set /p "answer=Kaldırılsın mı? / Remove it? [e/y] "
if not defined answer exit /b 1
if /i not "%answer:~0,1%"=="e" if /i not "%answer:~0,1%"=="y" exit /b 1
rem A folder whose python.exe runs can't be renamed.
ren "%home%python" python-removed
if errorlevel 1 (
    echo Istaka çalışıyor. Önce kapatın, sonra yeniden deneyin. Hiçbir şey silinmedi.
    echo Istaka is running. Stop it, then try again. Nothing was removed.
    pause
    exit /b 1
)
powershell -NoProfile -Command "Remove-Item (Join-Path ([Environment]::GetFolderPath('Desktop')) 'Istaka.lnk') -ErrorAction SilentlyContinue" 2>nul
rd /s /q "%home%python-removed"
rd /s /q "%home%licences"
for %%f in ("Istaka.cmd" "Desktop shortcut.cmd" "README.txt" "OKUBENI.txt") do del /q "%home%%%~f"
echo Istaka kaldırıldı. / Istaka was removed.
pause
cd /d "%TEMP%"
rem cmd reads this file line by line: the last line removes it, and its folder if that is empty.
del /q "%~f0" & rd "%home:~0,-1%" 2>nul & exit /b 0
